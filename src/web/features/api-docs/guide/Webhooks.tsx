import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useDocs } from '../docs.ts';
import { InlineCode, Part, Prose } from '../Part.tsx';
import { jsonOf } from '../reading.ts';
import { Samples } from '../Samples.tsx';
import { useWordOf } from '../useWordOf.ts';
import { RECEIVERS } from '../receivers.ts';
import { GuideTable } from './GuideTable.tsx';

/** Events sent to the reader's own address, and the check of their signature. */
export function Webhooks() {
  const { t } = useTranslation();
  const { document } = useDocs();
  const wordOf = useWordOf();
  const events = Object.entries(document.webhooks);
  if (events.length === 0) return null;
  const [, shown] = events.find(([name]) => name === 'message.delivered') ?? events[0]!;
  const example = jsonOf(shown.post.requestBody?.content)?.examples?.['example']?.value;
  const headers = shown.post.parameters ?? [];
  return (
    <Part
      id="webhooks"
      title={t('apidocs.webhooks.title')}
      aside={
        <>
          <CodeBlock
            name={t('apidocs.webhooks.example')}
            code={[
              ...headers.map(({ name, example: value }) => `${name}: ${String(value)}`),
              '',
              JSON.stringify(example, null, 2),
            ].join('\n')}
          />
          <Samples name={t('apidocs.webhooks.check')} codes={RECEIVERS} />
        </>
      }
    >
      <Prose text={t('apidocs.webhooks.text')} />
      <GuideTable
        label={t('apidocs.webhooks.events')}
        head={[t('apidocs.webhooks.event'), t('apidocs.meaning')]}
        rows={events.map(([name, { post }]) => [
          <InlineCode key={name}>{name}</InlineCode>,
          wordOf('events', name.replace('.', '_'), post.summary),
        ])}
      />
      <Typography variant="subtitle1" component="h3" sx={{ mt: 6 }}>
        {t('apidocs.webhooks.check')}
      </Typography>
      <Prose text={t('apidocs.webhooks.checkText')} />
      <Typography variant="subtitle1" component="h3" sx={{ mt: 6 }}>
        {t('apidocs.webhooks.retries')}
      </Typography>
      <Prose text={t('apidocs.webhooks.retriesText')} />
    </Part>
  );
}
