/** Rules for sender IDs, shared by the form and the server. */

export const SENDER_KINDS = ['TRANSACTIONAL', 'PROMOTIONAL', 'SHORTCODE'] as const;
export type SenderKind = (typeof SENDER_KINDS)[number];
export const DOCUMENT_KINDS = [
  'CERTIFICATE',
  'TAX_CERTIFICATE',
  'TRADEMARK_CERTIFICATE',
  'AUTHORIZATION_LETTER',
] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/** The part of a country's rule about the name. */
export type NameRule = { shortest: number; longest: number; spaces: boolean; symbols: boolean };

export const NAME_FAULTS = [
  'TOO_SHORT',
  'TOO_LONG',
  'SPACES',
  'SYMBOLS',
  'CHARACTERS',
  'ALL_DIGITS',
  'NOT_DIGITS',
  'EDGES',
] as const;
export type NameFault = (typeof NAME_FAULTS)[number];

/** The fault in a name's characters, if any. */
export function nameFault(name: string, kind: SenderKind, rule: NameRule): NameFault | undefined {
  if (/[^A-Za-z0-9 \-_.&]/.test(name)) return kind === 'SHORTCODE' ? 'NOT_DIGITS' : 'CHARACTERS';
  if (kind === 'SHORTCODE' && /\D/.test(name)) return 'NOT_DIGITS';
  if (!rule.spaces && name.includes(' ')) return 'SPACES';
  if (!rule.symbols && /[-_.&]/.test(name)) return 'SYMBOLS';
  if (/^ | $| {2}/.test(name)) return 'EDGES';
  if (name.length < rule.shortest) return 'TOO_SHORT';
  if (name.length > rule.longest) return 'TOO_LONG';
  if (kind !== 'SHORTCODE' && !/[A-Za-z]/.test(name)) return 'ALL_DIGITS';
  return undefined;
}

const LEGAL_FORMS = new Set([
  'ltd',
  'limited',
  'plc',
  'llc',
  'inc',
  'co',
  'company',
  'corp',
  'lda',
  'limitada',
  'sa',
  'sarl',
  'group',
  'holdings',
  'and',
  'the',
  'of',
  'e',
  'de',
  'da',
  'do',
]);

/**
 * True when a sender ID is clearly the applicant's own name: it begins like one of the name's words, or
 * has its initials. "ACME", "ACMEFOODS" and "AFL" match "Acme Foods Limited".
 */
export function matchesName(sender: string, owner: string): boolean {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '');
  const wanted = plain(sender);
  const words = owner
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .map(plain)
    .filter((word) => word !== '');
  if (wanted.length < 3 || words.length === 0) return false;
  const named = words.filter((word) => !LEGAL_FORMS.has(word));
  if (
    [words, named].some(
      (each) => each.length >= 3 && each.map((word) => word[0]).join('') === wanted,
    )
  )
    return true;
  // A match ends at a word boundary, or is long enough to be unambiguous.
  return [words, named].some((each) =>
    each.some((_, from) => {
      const rest = each.slice(from);
      return (
        rest.some((_word, to) => rest.slice(0, to + 1).join('') === wanted) ||
        (wanted.length >= 5 && rest.join('').startsWith(wanted))
      );
    }),
  );
}

/** The documents that an application needs, in the order of the form. */
export function documentsNeeded(
  rule: { documents: readonly DocumentKind[] },
  facts: { company: boolean; ownName: boolean; protectedBrand: boolean },
): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => {
    if (kind === 'AUTHORIZATION_LETTER' && !facts.ownName) return true;
    if (kind === 'TRADEMARK_CERTIFICATE' && facts.protectedBrand) return true;
    // A person has no certificate of incorporation.
    if (kind === 'CERTIFICATE' && !facts.company) return false;
    return rule.documents.includes(kind);
  });
}
