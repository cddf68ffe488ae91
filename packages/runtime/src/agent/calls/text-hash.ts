/** A hash of 52 bits, which is not cryptographic: it does not resist deliberate collisions. */
export function hashText(text: string): string {
  let high = 0x2bd7_a6a6;
  let low = 0x165a_d4f1;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x85eb_ca77);
    low = Math.imul(low ^ unit, 0xc2b2_ae3d);
  }
  high ^= Math.imul(high ^ (low >>> 15), 0x735a_2d97);
  low ^= Math.imul(low ^ (high >>> 15), 0xcaf6_49a9);
  return (0x10_0000 * (low >>> 0) + (high >>> 12)).toString(36);
}
