import Link from '@mui/material/Link';

/** A text with its addresses as links, each in a tab of its own, as a mail program does it. */
export function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/).map((piece, at) =>
    at % 2 === 1 ? (
      <Link key={at} href={piece} target="_blank" rel="noopener" sx={{ overflowWrap: 'anywhere' }}>
        {piece}
      </Link>
    ) : (
      piece
    ),
  );
}
