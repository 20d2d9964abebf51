import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import { useMemo, type ReactNode } from 'react';
import { CopyButton } from './CopyButton.tsx';
import { piecesOf } from './codePieces.ts';

const Pre = styled('pre')(({ theme }) => ({
  margin: 0,
  padding: '14px 16px',
  overflow: 'auto',
  maxHeight: 520,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSize: 12.5,
  lineHeight: '19px',
  tabSize: 2,
  color: theme.vars?.palette.text.primary,
  '& [data-kind=text]': { color: theme.vars?.palette.primary.main },
  '& [data-kind=comment]': { color: theme.vars?.palette.text.secondary, fontStyle: 'italic' },
  '& [data-kind=word]': { fontWeight: 600 },
  '&:focus-visible': { outlineOffset: -2 },
}));

/**
 * Code to read and to copy. @param name the accessible name @param head shown in place of the name, such as
 * tabs @param isPlain for what is no program: without colours, and wrapped on a phone
 */
export function CodeBlock({
  code,
  name,
  head,
  foot,
  isPlain = false,
}: {
  code: string;
  name: string;
  head?: ReactNode;
  foot?: ReactNode;
  isPlain?: boolean;
}) {
  const pieces = useMemo(
    () => (isPlain ? [{ text: code, kind: 'plain' as const }] : piecesOf(code)),
    [code, isPlain],
  );
  return (
    <Box
      sx={(theme) => ({
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: 'var(--corner-card)',
        overflow: 'hidden',
        backgroundColor: theme.vars?.palette.background.paper,
        minWidth: 0,
      })}
    >
      <Box
        sx={(theme) => ({
          display: 'flex',
          alignItems: 'center',
          gap: 2,
          minHeight: 38,
          pl: head === undefined ? 4 : 1,
          pr: 2,
          fontSize: 12,
          fontWeight: 550,
          color: theme.vars?.palette.text.secondary,
          backgroundColor: theme.vars?.palette.surface.sunken,
          borderBottom: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        <Box sx={{ flex: 1, minWidth: 0, ...(head === undefined && { py: 2 }) }}>
          {head ?? name}
        </Box>
        <Box sx={{ py: 1 }}>
          <CopyButton value={code} name={name} />
        </Box>
      </Box>
      {/* Wider than its place, it scrolls, by keyboard too. */}
      <Pre
        tabIndex={0}
        role="group"
        aria-label={name}
        sx={isPlain ? { whiteSpace: { xs: 'pre-wrap', sm: 'pre' }, overflowWrap: 'anywhere' } : {}}
      >
        <code>
          {pieces.map(({ text, kind }, at) =>
            kind === 'plain' ? (
              text
            ) : (
              <span key={at} data-kind={kind}>
                {text}
              </span>
            ),
          )}
        </code>
      </Pre>
      {foot}
    </Box>
  );
}
