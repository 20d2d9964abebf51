/** A piece of code with its kind for highlighting. */
export type Piece = { readonly text: string; readonly kind: 'plain' | 'text' | 'comment' | 'word' };

// Texts first, because they may contain a comment's sign; the words are those of the languages shown, and JSON's.
const PIECES =
  /("""[\s\S]*?"""|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|((?:^|(?<=\s))(?:#|\/\/)[^\n]*|\/\*\*[\s\S]*?\*\/)|\b(const|await|import|from|as|try|except|true|false|null|True|False|None|echo|new|return|if|def|function|export|async|process|curl)\b/gm;

/** Cuts code into pieces; together they are the code again. */
export function piecesOf(code: string): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const match of code.matchAll(PIECES)) {
    if (match.index > end) pieces.push({ text: code.slice(end, match.index), kind: 'plain' });
    pieces.push({
      text: match[0],
      kind: match[1] !== undefined ? 'text' : match[2] !== undefined ? 'comment' : 'word',
    });
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push({ text: code.slice(end), kind: 'plain' });
  return pieces;
}
