import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { useRefusal } from '../../../parts/outcomes/useReason.ts';
import { keyOf, type Recipient } from './draft.ts';

/** The number of chips that show until the person asks for the rest. */
const SHOWN = 40;

export function RecipientChips({
  label,
  numbers,
  onRemove,
  onMend,
}: {
  label: string;
  numbers: readonly Recipient[];
  onRemove(each: Recipient): void;
  onMend(each: Recipient): void;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const refusal = useRefusal();
  const [shown, setShown] = useState(SHOWN);
  return (
    <Box
      component="ul"
      aria-label={label}
      sx={{
        m: 0,
        mt: 2,
        p: '2px',
        listStyle: 'none',
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1.5,
        maxHeight: 240,
        overflowY: 'auto',
      }}
    >
      {numbers.slice(0, shown).map((each) => (
        <li key={keyOf(each)}>
          <Tooltip
            describeChild
            title={
              each.ok
                ? each.written === each.e164
                  ? ''
                  : t('compose.writtenAs', { written: each.written })
                : t('compose.mend')
            }
          >
            <Chip
              size="small"
              color={each.ok ? 'default' : 'error'}
              variant="outlined"
              onDelete={() => onRemove(each)}
              onClick={each.ok ? undefined : () => onMend(each)}
              label={
                <>
                  {each.ok ? each.e164 : `${each.written} · ${refusal(each.reason)}`}
                  {each.times > 1 && (
                    <Box
                      component="span"
                      sx={{ color: 'text.secondary' }}
                    >{` ×${number(each.times)}`}</Box>
                  )}
                </>
              }
              sx={{ maxWidth: { xs: 300, sm: 440 } }}
            />
          </Tooltip>
        </li>
      ))}
      {numbers.length > shown && (
        <li>
          <Button size="small" color="inherit" onClick={() => setShown(shown + 400)}>
            {t('compose.more', { value: number(numbers.length - shown) })}
          </Button>
        </li>
      )}
      {shown > SHOWN && numbers.length <= shown && (
        <li>
          <Typography variant="caption" color="textSecondary">
            {t('compose.allShown')}
          </Typography>
        </li>
      )}
    </Box>
  );
}
