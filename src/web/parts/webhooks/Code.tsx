import Box from '@mui/material/Box';

/** Code or transferred data in a frame that scrolls. */
export function Code({ label, children }: { label: string; children: string }) {
  return (
    <Box
      component="pre"
      tabIndex={0}
      role="region"
      aria-label={label}
      sx={(theme) => ({
        m: 0,
        p: 3,
        maxHeight: 280,
        overflow: 'auto',
        borderRadius: 'var(--corner)',
        border: `1px solid ${theme.vars?.palette.divider}`,
        backgroundColor: theme.vars?.palette.background.default,
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        lineHeight: '18px',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        tabSize: 2,
      })}
    >
      {children}
    </Box>
  );
}
