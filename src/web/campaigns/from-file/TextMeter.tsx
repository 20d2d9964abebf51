import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { measureText, repairMisdecoded, replaceLookalikes } from '../../../contract/sms.ts';
import { useFormat } from '../../ui/figures.tsx';

type Props = {
  /** As the sample row gets it, with the STOP clause where there is one: what is counted. */
  text: string;
  /** As the person wrote it: what a replacement changes. */
  written: string;
  clause: string | null;
  /** The row whose words are counted, or null where every message is the same. */
  sampleRow: number | null;
  rowCount: number;
  onReplace(written: string): void;
};

/** Characters, alphabet and segments as they would be charged, and what makes a text dearer than it looks. */
export function TextMeter({ text, written, clause, sampleRow, rowCount, onReplace }: Props) {
  const { t } = useTranslation();
  const { number, segments, units } = useFormat();
  const measure = measureText(text);
  const forcing = [...new Map(measure.forcing.map((one) => [one.character, one.replacement])).entries()].filter(([character]) => written.includes(character));
  const fromFile = [...new Set(measure.forcing.map(({ character }) => character))].filter((character) => !written.includes(character));
  const replaceable = forcing.some(([, replacement]) => replacement !== null);
  return (
    <Box sx={{ mt: 3, display: 'grid', gap: 3 }}>
      <Box role="status" sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1, fontSize: 13, lineHeight: '18px', fontVariantNumeric: 'tabular-nums' }}>
        <span>{t('fromFile.characters', { count: measure.characters, value: number(measure.characters) })}</span>
        <span>{t(`fromFile.encoding.${measure.encoding}`)}</span>
        <b>{segments(measure.segments)}</b>
        <Box component="span" sx={{ color: 'text.secondary' }}>{t('fromFile.left', { value: number(measure.remaining) })}</Box>
      </Box>
      <Typography variant="caption" component="p" color="textSecondary">
        {t('fromFile.estimate', { units: units(measure.segments * rowCount) })}
        {sampleRow !== null && ` ${t('fromFile.counted', { row: number(sampleRow) })}`}
      </Typography>
      {forcing.length > 0 && (
        <Alert severity="warning">
          {t('fromFile.forced')}
          <Box component="ul" sx={{ m: 0, mt: 1.5, p: 0, listStyle: 'none', display: 'flex', flexWrap: 'wrap', gap: 1.5 }}>
            {forcing.map(([character, replacement]) => (
              <Box component="li" key={character} sx={(theme) => ({ px: 2, py: '2px', borderRadius: '6px', fontSize: 13, backgroundColor: theme.vars?.palette.background.paper, border: `1px solid ${theme.vars?.palette.divider}` })}>
                {visible(character)}<Box component="span" sx={{ color: 'text.secondary' }}>{` → ${replacement === null ? t('fromFile.noLookalike') : replacement === '' ? t('fromFile.leftOutCharacter') : visible(replacement)}`}</Box>
              </Box>
            ))}
          </Box>
          {replaceable && <Button size="small" color="inherit" variant="outlined" sx={{ mt: 3 }} onClick={() => onReplace(replaceLookalikes(repairMisdecoded(written)))}>{t('fromFile.replaceAll')}</Button>}
        </Alert>
      )}
      {fromFile.length > 0 && <Alert severity="info">{t('fromFile.forcedByFile', { row: number(sampleRow ?? 1), characters: fromFile.join(' ') })}</Alert>}
      {clause !== null && (
        <Alert severity="info">
          {t('fromFile.stop')}
          <Box component="code" sx={(theme) => ({ display: 'inline-block', ml: 1.5, px: 1.5, borderRadius: '4px', fontSize: 13, backgroundColor: theme.vars?.palette.background.paper, whiteSpace: 'pre' })}>{clause.trim()}</Box>
          {` ${t('fromFile.stopCounted')}`}
        </Alert>
      )}
    </Box>
  );
}

/** Blanks and invisible characters by their number, everything else as it looks. */
function visible(character: string): string {
  return /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(character) ? character : `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
