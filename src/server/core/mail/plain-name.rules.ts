const LONGEST = 60;

/**
 * Makes a self-chosen name safe for a mail to a stranger: no linkable address, no phone number, no
 * line break, limited length.
 */
export function plainName(name: string): string {
  // An account without a name is called by its email address: the part before the @ stands for it.
  let plain = name.normalize('NFKC').replace(/^\s*([^\s@]+)@[^\s@]+\s*$/u, '$1');
  // The remaining text may form an address again.
  for (let before = ''; before !== plain;) [before, plain] = [plain, strip(plain)];
  return plain;
}

function strip(name: string): string {
  const plain = name
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .replace(/\b[a-z][a-z0-9+.-]*:\/+\S*/gi, ' ')
    .replace(/[\p{L}\p{N}_%+-]+@/gu, ' ')
    .replace(/(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/gu, ' ') // example.com
    .replace(/\+?\d(?:[ ().-]?\d){6,}/g, ' ')
    .replace(/[<>{}[\]|\\/@]/g, ' ')
    .replace(/ +/g, ' ')
    .trim();
  return [...plain].slice(0, LONGEST).join('').trimEnd();
}
