/** Values as the consoles and files of other gateways write them. */

/** Parses the console's yes and no; undefined for anything else. */
export function yesOrNo(value: string): boolean | undefined {
  if (/^(true|1|t|y|yes)$/i.test(value)) return true;
  return /^(false|0|f|n|no)$/i.test(value) ? false : undefined;
}

/** A number; null for `ND` and `none`, which are no limit; undefined for what is no number. */
export function numberOrNone(value: string): number | null | undefined {
  if (/^(nd|none)\b/i.test(value)) return null;
  return /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;
}
