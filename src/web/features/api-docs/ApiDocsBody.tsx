/** The API documentation: its guide, and every call with a form to try it. */
import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useMemo, useState } from 'react';
import type { OpenApi } from '../../../contract/openapi/types.ts';
import { CallPart } from './CallPart.tsx';
import { DocsContext, type Docs } from './docs.ts';
import { Authentication } from './guide/Authentication.tsx';
import { Errors } from './guide/Errors.tsx';
import { Gateway } from './guide/Gateway.tsx';
import { Idempotency } from './guide/Idempotency.tsx';
import { Limits } from './guide/Limits.tsx';
import { QuickStart } from './guide/QuickStart.tsx';
import { SandboxNumbers } from './guide/SandboxNumbers.tsx';
import { Webhooks } from './guide/Webhooks.tsx';
import { BAR, Prose } from './Part.tsx';
import { callsByTag } from './reading.ts';
import { useWordOf } from './useWordOf.ts';
import { readValue, writeValue } from '../../api/sealed-values.ts';
import { SAMPLE_LANGUAGES, type SampleLanguage } from '../../parts/texts/samples.ts';

const LANGUAGE = 'sampleLanguage';
const storedLanguage = (): SampleLanguage =>
  SAMPLE_LANGUAGES.find((one) => one === readValue('browser', LANGUAGE)) ?? 'curl';

export function ApiDocsBody({ document, makesKeys }: { document: OpenApi; makesKeys: boolean }) {
  const wordOf = useWordOf();
  const [language, setLanguage] = useState(storedLanguage);
  const [apiKey, setApiKey] = useState('');
  const docs = useMemo(
    (): Docs => ({
      document,
      origin: location.origin,
      language,
      apiKey,
      setApiKey,
      makesKeys,
      chooseLanguage(next) {
        setLanguage(next);
        void writeValue('browser', LANGUAGE, next);
      },
    }),
    [document, language, apiKey, makesKeys],
  );
  const groups = useMemo(() => callsByTag(document), [document]);
  return (
    <DocsContext value={docs}>
      <QuickStart
        send={groups
          .flatMap(({ calls }) => calls)
          .find(
            ({ method, operation }) => method === 'POST' && operation.requestBody !== undefined,
          )}
      />
      <Authentication />
      <Idempotency />
      <Limits />
      <SandboxNumbers />
      {groups.map(({ tag, calls }) => (
        <Box
          key={tag.name}
          sx={(theme) => ({ borderTop: `1px solid ${theme.vars?.palette.divider}`, pt: 9 })}
        >
          <Typography
            variant="h1"
            component="h2"
            id={`tag-${tag.name}`}
            sx={{ scrollMarginTop: BAR + 8 }}
          >
            {wordOf('tags', tag.name, tag.name)}
          </Typography>
          <Prose text={tag.description} />
          {calls.map((call) => (
            <CallPart key={call.id} call={call} />
          ))}
        </Box>
      ))}
      <Errors />
      <Webhooks />
      <Gateway />
    </DocsContext>
  );
}
