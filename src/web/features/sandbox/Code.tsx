import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { codeIn } from './code.ts';

/** The code of a text, to be copied; nothing where it has none. */
export function Code({ text }: { text: string }) {
  const { t } = useTranslation();
  const code = codeIn(text);
  if (code === undefined) return null;
  return (
    <Box
      sx={(theme) => ({
        display: 'inline-flex',
        alignItems: 'center',
        gap: 2,
        mb: 3,
        pl: 3,
        pr: 1.5,
        py: 1.5,
        borderRadius: 'var(--corner)',
        fontWeight: 600,
        fontVariantNumeric: 'tabular-nums',
        color: theme.vars?.palette.primary.main,
        backgroundColor: theme.vars?.palette.surface.accent,
      })}
    >
      {t('sandbox.code', { code })}
      <CopyButton value={code} name={t('sandbox.code', { code })} />
    </Box>
  );
}
