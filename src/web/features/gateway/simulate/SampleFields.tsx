import Box from '@mui/material/Box';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { sampleMessage } from '../../../../contract/api/route-filters.ts';
import type * as z from 'zod/mini';
import { Folded } from '../../../ui/page/Folded.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { Halves } from '../../../ui/page/layout.tsx';
import { ConnectorName, GroupName, SenderName, UserName } from './SampleNames.tsx';

type Texts = Record<'from' | 'to' | 'text' | 'uid' | 'gid' | 'cid' | 'tags', string>;
export type Sample = {
  texts: Texts;
  set(name: keyof Texts, value: string): void;
  message: z.input<typeof sampleMessage>;
};

/** A sample message, as it is being written. */
export function useSample(first: Partial<Texts> = {}): Sample {
  const [texts, setTexts] = useState<Texts>({
    from: 'TUMA',
    to: '254712345678',
    text: 'Hello',
    uid: '',
    gid: '',
    cid: '',
    tags: '',
    ...first,
  });
  const { from, to, text } = texts;
  const optional = Object.fromEntries(
    (['uid', 'gid', 'cid'] as const).flatMap((name) =>
      texts[name].trim() === '' ? [] : [[name, texts[name].trim()]],
    ),
  );
  return {
    texts,
    set: (name, value) => setTexts((now) => ({ ...now, [name]: value })),
    message: { from, to, text, tags: texts.tags.split(/[\s,]+/).filter(Boolean), ...optional },
  };
}

/**
 * The message that filters and routes are tried on.
 * @param isFolded hides what few routes ask for
 */
export function SampleFields({ sample, isFolded = false }: { sample: Sample; isFolded?: boolean }) {
  const { t } = useTranslation();
  const field = (name: keyof Texts) => ({
    name: `sample-${name}`,
    value: sample.texts[name],
    onChange: (event: { target: { value: string } }) => sample.set(name, event.target.value),
  });
  const named = (name: keyof Texts) => ({
    id: `sample-${name}`,
    value: sample.texts[name],
    onChange: (value: string) => sample.set(name, value),
  });
  const optional = (label: string) => `${label} (${t('fields.optional')})`;
  const seldom = (
    <>
      <UserName
        {...named('uid')}
        label={optional(t('gateway.sample.uid'))}
        onGroup={(gid) => sample.set('gid', gid)}
      />
      <GroupName {...named('gid')} label={optional(t('gateway.sample.gid'))} />
      <ConnectorName {...named('cid')} label={optional(t('gateway.sample.cid'))} />
      <TextField
        field={field('tags')}
        label={optional(t('gateway.sample.tags'))}
        autoComplete="off"
        input={{ maxLength: 200, spellCheck: false }}
      />
    </>
  );
  return (
    <Halves gap={4}>
      <SenderName {...named('from')} label={t('gateway.sample.from')} />
      <TextField
        field={field('to')}
        label={t('gateway.sample.to')}
        autoComplete="off"
        input={{ maxLength: 40, inputMode: 'tel' }}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <TextField
          field={field('text')}
          label={t('gateway.sample.text')}
          multiline
          autoComplete="off"
          input={{ maxLength: 10_000 }}
        />
      </Box>
      {isFolded ? (
        <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
          <Folded title={t('gateway.sample.more')} text={t('gateway.sample.moreText')}>
            <Halves gap={4}>{seldom}</Halves>
          </Folded>
        </Box>
      ) : (
        seldom
      )}
    </Halves>
  );
}
