import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { renderAsSent } from '../../../contract/shared/character-costs.ts';
import { measureText } from '../../../contract/shared/sms.ts';
import { useFormat } from '../../ui/figures/figures.tsx';

/** How the texts to some receivers end: with an opt-out clause, or with none where it is empty. */
export type TextEnd = { readonly clause: string; readonly receivers: readonly string[] };

/** The ways to opt out at the end of a promotional text, each with its receivers and the size that it makes. */
export function TextEnds({
  ends,
  text,
  fields,
  replaceLookalikes,
}: {
  ends: readonly TextEnd[];
  text: string;
  /** The fields of a sample recipient. */
  fields: Readonly<Record<string, string>>;
  replaceLookalikes: boolean;
}) {
  const { t } = useTranslation();
  const { segments } = useFormat();
  const lengths = ends.map((end) => ({
    ...end,
    parts: measureText(renderAsSent({ text, clause: end.clause, replaceLookalikes }, fields))
      .segments,
  }));
  return (
    <Alert severity={lengths.some(({ clause }) => clause === '') ? 'warning' : 'info'}>
      {t('fromFile.stop')}
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 0, listStyle: 'none' }}>
        {lengths.map(({ clause, receivers, parts }) => (
          <li key={clause}>
            {clause === '' ? (
              t('fromFile.stopNone')
            ) : (
              <Box
                component="code"
                sx={(theme) => ({
                  display: 'inline-block',
                  px: 1.5,
                  borderRadius: '4px',
                  fontSize: 13,
                  backgroundColor: theme.vars?.palette.background.paper,
                  whiteSpace: 'pre-wrap',
                  overflowWrap: 'anywhere',
                })}
              >
                {clause.trim()}
              </Box>
            )}
            {` ${receivers.join(', ')}`}
            {lengths.length > 1 && ` · ${segments(parts)}`}
          </li>
        ))}
      </Box>
      {t('fromFile.stopCounted')}
    </Alert>
  );
}
