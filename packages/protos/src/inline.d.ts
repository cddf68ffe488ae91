// What the bundlers make of a file that is imported as a data URL: its bytes in base64 after a comma.
declare module "*?url&inline" {
  const dataUrl: string;
  export default dataUrl;
}
