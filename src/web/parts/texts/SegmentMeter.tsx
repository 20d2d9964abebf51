import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { MANY_SEGMENTS, type TextMeasure } from '../../../contract/shared/sms.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { visible } from './CharacterLines.tsx';
import { segmentCells } from './segmentCells.ts';

/** The characters that are named as the reason for Unicode. */
const NAMED = 5;

/** A bar that fills segment by segment, and under it the size of the text, its alphabet and the reason for it. */
export function SegmentMeter({ measure }: { measure: TextMeasure }) {
  const { t } = useTranslation();
  const { number, segments } = useFormat();
  const tone = measure.segments > MANY_SEGMENTS.warning ? 'warning' : 'primary';
  const forcing = [...new Set(measure.forcing.map(({ character }) => character))];
  return (
    <Box sx={{ display: 'grid', gap: 2, fontSize: 13, lineHeight: '18px' }}>
      <Box aria-hidden="true" sx={{ display: 'flex', gap: '3px' }}>
        {segmentCells(measure).map((full, at) => (
          <Box
            key={at}
            sx={(theme) => ({
              flex: 1,
              height: 6,
              borderRadius: '3px',
              overflow: 'hidden',
              backgroundColor: theme.vars?.palette.surface.control,
            })}
          >
            <Box
              sx={(theme) => ({
                height: '100%',
                transformOrigin: 'left',
                transform: `scaleX(${full})`,
                transition: theme.transitions.create('transform', { duration: 150 }),
                backgroundColor: theme.vars?.palette[tone].main,
              })}
            />
          </Box>
        ))}
      </Box>
      <Box
        role="status"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          gap: '4px 16px',
          fontVariantNumeric: 'tabular-nums',
          // Nothing is counted before the first letter; the room below the alphabet is kept for it.
          ...(measure.characters === 0 && { order: 1, visibility: 'hidden' }),
        }}
      >
        <b>{segments(measure.segments)}</b>
        <span>
          {t('fromFile.characters', {
            count: measure.characters,
            value: number(measure.characters),
          })}
        </span>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {t('fromFile.left', { value: number(measure.remaining) })}
        </Box>
      </Box>
      <Box sx={{ color: 'text.secondary' }}>
        <Box component="span" sx={{ color: 'text.primary', fontWeight: 550 }}>
          {t(`fromFile.encoding.${measure.encoding}`)}
        </Box>
        {': '}
        {measure.encoding === 'GSM7'
          ? t('bill.whyGsm')
          : t('bill.whyUnicode', {
              // Isolated: letters from right to left would take the full stop and the figure behind them along.
              characters: `\u2068${forcing.slice(0, NAMED).map(visible).join(' ')}${
                forcing.length > NAMED ? ' …' : ''
              }\u2069`,
            })}
      </Box>
    </Box>
  );
}
