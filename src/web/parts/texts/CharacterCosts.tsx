import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import {
  billOf,
  misspeltPlaceholders,
  replaceAllLookalikes,
  replaceCharacter,
} from '../../../contract/shared/character-costs.ts';
import { MANY_SEGMENTS } from '../../../contract/shared/sms.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { CharacterLines, visible } from './CharacterLines.tsx';
import { SegmentMeter } from './SegmentMeter.tsx';
import type { TextEnd } from './TextEnds.tsx';

const TextEnds = lazy(async () => ({ default: (await import('./TextEnds.tsx')).TextEnds }));

type Props = {
  /** The text as written, with its placeholders; replacements change it. */
  text: string;
  /** The ends of a promotional sender's texts; empty where nothing is added. */
  ends: readonly TextEnd[];
  /** Fields of sample recipients; empty where every message is the same. */
  samples: readonly Readonly<Record<string, string>>[];
  /** The number of messages; null while it is unknown, and one message is counted. */
  messages: number | null;
  replaceLookalikes: boolean;
  /** Changes the written text. */
  onText(text: string): void;
  /** Puts the cursor to a character of the written text. */
  onGo(index: number, length: number): void;
  /** Changes whether the campaign replaces special characters; without it there is no choice here. */
  onReplaceLookalikes?(on: boolean): void;
};

/** The cost of a text, and its expensive characters: their positions, total cost and replacements. */
export function CharacterBill({
  text,
  ends,
  samples,
  messages,
  replaceLookalikes,
  onText,
  onGo,
  onReplaceLookalikes,
}: Props) {
  const { t } = useTranslation();
  const { number, segments } = useFormat();
  // The longest is counted: no receiver's message is larger than the meter says.
  const longest = ends.map(({ clause }) => clause).toSorted((a, b) => b.length - a.length)[0];
  const bill = billOf({ text, clause: longest || null, samples, replaceLookalikes });
  const { measure } = bill;
  const misspelt = misspeltPlaceholders(text);
  // Samples represent the rest: exact where all messages are the same or every one was counted.
  const overAll = (count: number) => Math.round((count / bill.samples) * (messages ?? 1));
  const forcing = bill.lines.filter(({ kind }) => kind === 'FORCES'),
    double = bill.lines.filter(({ kind }) => kind === 'DOUBLE');
  // A character without a replacement keeps the text Unicode whatever is done to the others.
  const stays = forcing.some(({ replacement }) => replacement === null);
  const replaceable =
    forcing.some(({ replacement }) => replacement !== null) && (bill.saved > 0 || !stays);
  const saved =
    bill.saved > 0
      ? t('bill.saved', { segments: segments(overAll(bill.saved)) })
      : t('bill.savedNothing');

  return (
    <Box sx={{ mt: 3, display: 'grid', gap: 3, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <SegmentMeter measure={measure} />
      {misspelt.length > 0 && (
        <Alert severity="warning">{t('templates.misspelt', { names: misspelt.join(', ') })}</Alert>
      )}
      {measure.segments > MANY_SEGMENTS.warning && (
        <Alert severity="warning">{t('bill.long', { value: number(measure.segments) })}</Alert>
      )}
      {forcing.length > 0 && (
        <Alert severity="warning">
          {t(measure.encoding === 'UCS2' ? 'bill.forced' : 'bill.wouldForce')}
          <CharacterLines
            lines={forcing}
            onText={(line) =>
              onText(replaceCharacter(text, line.character, line.replacement ?? ''))
            }
            onGo={onGo}
            costOf={(line) => overAll(line.saved)}
          />
          {replaceable && (
            <Box sx={{ mt: 3, display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center' }}>
              <Button
                size="small"
                color="inherit"
                variant="outlined"
                onClick={() => onText(replaceAllLookalikes(text))}
              >
                {t('fromFile.replaceAll')}
              </Button>
              <span>{saved}</span>
            </Box>
          )}
        </Alert>
      )}
      {double.length > 0 && (
        <Alert severity="info">
          {t('bill.double')}
          <CharacterLines
            lines={double}
            onText={(line) =>
              onText(replaceCharacter(text, line.character, line.replacement ?? ''))
            }
            onGo={onGo}
            costOf={(line) => overAll(line.saved)}
          />
        </Alert>
      )}
      {bill.fromData.length > 0 && (
        <Alert severity="info">
          {t('bill.fromData', { characters: bill.fromData.map(visible).join('  ') })}{' '}
          {!replaceLookalikes && bill.saved > 0 && saved}
        </Alert>
      )}
      {replaceLookalikes && bill.replaced.length > 0 && (
        <Alert severity="success" role="note">
          {t('bill.replaced')}{' '}
          {bill.replaced
            .map(
              ({ character, replacement }) =>
                `${visible(character)} → ${replacement === '' ? t('fromFile.leftOutCharacter') : visible(replacement)}`,
            )
            .join(', ')}
          . {bill.saved > 0 && t('bill.savedAlready', { segments: segments(overAll(bill.saved)) })}
        </Alert>
      )}
      {ends.length > 0 && (
        <Suspense>
          <TextEnds
            ends={ends}
            text={text}
            fields={samples[0] ?? {}}
            replaceLookalikes={replaceLookalikes}
          />
        </Suspense>
      )}
      {onReplaceLookalikes && (
        <FormControlLabel
          control={
            <Switch
              size="small"
              checked={replaceLookalikes}
              onChange={(_event, on) => onReplaceLookalikes(on)}
            />
          }
          label={t('bill.byItself')}
          slotProps={{ typography: { variant: 'body2' } }}
          sx={{ ml: 0, gap: 2 }}
        />
      )}
    </Box>
  );
}
