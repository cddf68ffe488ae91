const month31 = "(?:0[13578]|1[02])-(?:0[1-9]|[12]\\d|3[01])";
const month30 = "(?:0[469]|11)-(?:0[1-9]|[12]\\d|30)";
const leapYear = "(?:\\d\\d(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)";
const date = `(?:\\d{4}-(?:${month31}|${month30}|02-(?:0[1-9]|1\\d|2[0-8]))|${leapYear}-02-29)`;
const time =
  "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)(?:\\.\\d+)?(?:[Zz]|[+-](?:[01]\\d|2[0-3]):[0-5]\\d)";
const label = "[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?";
const octet = "(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)";
const word = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";

/**
 * The formats that validators check, each as one regular expression without nested repetition, so that
 * validators import nothing and no text takes long. Other formats are annotations.
 */
export const formats: Readonly<Record<string, RegExp>> = {
  date: new RegExp(`^${date}$`),
  time: new RegExp(`^${time}$`),
  "date-time": new RegExp(`^${date}[Tt]${time}$`),
  email: new RegExp(`^${word}(?:\\.${word})*@${label}(?:\\.${label})*$`),
  hostname: new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`),
  ipv4: new RegExp(`^${octet}(?:\\.${octet}){3}$`),
  uri: /^[A-Za-z][A-Za-z0-9+.-]*:(?:[A-Za-z0-9._~:/?#[\]@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*$/,
  uuid: /^[0-9A-Fa-f]{8}-(?:[0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$/,
};
