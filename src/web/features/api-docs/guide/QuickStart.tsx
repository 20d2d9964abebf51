import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useDocs } from '../docs.ts';
import { Part, Prose } from '../Part.tsx';
import { addressOf, type DocumentedCall, examplesOf, jsonOf } from '../reading.ts';
import { Samples } from '../Samples.tsx';
import { SAMPLE_LANGUAGES, type SampleLanguage, sampleOf } from '../../../parts/texts/samples.ts';

/** The first message and its outcome, step by step. @param send the call that sends */
export function QuickStart({ send }: { send: DocumentedCall | undefined }) {
  const { t } = useTranslation();
  const { origin } = useDocs();
  const [example] = send ? examplesOf(send.operation) : [];
  const codes =
    send &&
    Object.fromEntries(
      SAMPLE_LANGUAGES.map((language): [SampleLanguage, string] => [
        language,
        sampleOf(language, {
          method: send.method,
          url: addressOf(origin, send, {}),
          body: example?.value,
          idempotent: true,
        }),
      ]),
    );
  const answer =
    send &&
    Object.values(jsonOf(send.operation.responses['200']?.content)?.examples ?? {})[0]?.value;
  return (
    <Part
      id="quick-start"
      title={t('apidocs.quick.title')}
      aside={
        <>
          <CodeBlock name={t('apidocs.quick.environment')} code="export API_KEY='tuma_test_...'" />
          {codes && <Samples name={t('apidocs.quick.title')} codes={codes} />}
          {answer !== undefined && (
            <CodeBlock
              name={t('apidocs.answer', { status: 200 })}
              code={JSON.stringify(answer, null, 2)}
            />
          )}
        </>
      }
    >
      <Prose text={t('apidocs.quick.text')} />
      <Box
        component="ol"
        sx={{ mt: 4, mb: 0, pl: 5, display: 'grid', gap: 3, '& li::marker': { fontWeight: 600 } }}
      >
        {(['key', 'send', 'ask', 'live'] as const).map((step) => (
          <li key={step}>
            <Typography variant="subtitle1" component="p">
              {t(`apidocs.quick.${step}Title`)}
            </Typography>
            <Prose text={t(`apidocs.quick.${step}Text`)} />
          </li>
        ))}
      </Box>
    </Part>
  );
}
