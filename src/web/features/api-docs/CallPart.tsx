import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import TryIcon from '@mui/icons-material/PlayArrowOutlined';
import Skeleton from '@mui/material/Skeleton';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../ui/figures/CopyButton.tsx';
import { Folded } from '../../ui/page/Folded.tsx';
import { CodeBlock } from '../../ui/figures/CodeBlock.tsx';
import { useDocs } from './docs.ts';
import { ErrorRows } from './ErrorRows.tsx';
import { FieldList } from './FieldTable.tsx';
import { Part, Prose } from './Part.tsx';
import {
  addressOf,
  examplesOf,
  exampleValues,
  fieldsOf,
  jsonOf,
  type DocumentedCall,
  type Field,
} from './reading.ts';
import { Samples } from './Samples.tsx';
import { useWordOf } from './useWordOf.ts';
import { SAMPLE_LANGUAGES, sampleOf, type SampleLanguage } from '../../parts/texts/samples.ts';

// Most people read.
const TryIt = lazy(async () => ({ default: (await import('./TryIt.tsx')).TryIt }));

/** One call: what it is for, what it takes and answers, the same in four languages, and a form to make it from here. */
export function CallPart({ call }: { call: DocumentedCall }) {
  const { t } = useTranslation();
  const { document, origin } = useDocs();
  const [trying, setTrying] = useState(false);
  const { operation, method, path, id } = call;
  const title = useWordOf()('calls', id, operation.summary);
  const parameters = operation.parameters ?? [];
  const asFields = (where: 'path' | 'query' | 'header'): Field[] =>
    parameters
      .filter((one) => one.in === where)
      .map(({ name, schema, required, description }) => ({
        name,
        depth: 0,
        schema: { ...schema, description },
        required: required ?? false,
      }));
  const body = jsonOf(operation.requestBody?.content);
  const answer = jsonOf(operation.responses['200']?.content);
  const answers = Object.values(answer?.examples ?? {});
  const [example] = examplesOf(operation);
  const more = examplesOf(operation).slice(1);
  const url = addressOf(origin, call, exampleValues(parameters));
  const idempotent = parameters.some(({ in: where }) => where === 'header');
  const codesOf = (value: unknown) =>
    Object.fromEntries(
      SAMPLE_LANGUAGES.map((language): [SampleLanguage, string] => [
        language,
        sampleOf(language, { method, url, body: value, idempotent }),
      ]),
    );
  const refused = Object.entries(operation.responses).flatMap(([status, { content }]) =>
    Object.keys(status >= '400' ? (jsonOf(content)?.examples ?? {}) : {}),
  );

  return (
    <Part
      id={id}
      title={title}
      level={3}
      aside={
        <>
          <Samples name={title} codes={codesOf(example?.value)} />
          {more.map(({ name, summary, value }) => (
            <CodeBlock key={name} name={summary} code={JSON.stringify(value, null, 2)} />
          ))}
          {answers.map(({ summary, value }, at) => (
            <CodeBlock
              key={at}
              name={
                answers.length > 1
                  ? `${t('apidocs.answer', { status: 200 })}: ${summary ?? ''}`
                  : t('apidocs.answer', { status: 200 })
              }
              code={JSON.stringify(value, null, 2)}
            />
          ))}
        </>
      }
      lead={
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, mt: 2, minWidth: 0 }}>
          <MethodWord method={method} />
          <Box
            component="code"
            sx={{
              fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
              fontSize: 13,
              overflowWrap: 'anywhere',
            }}
          >
            {path}
          </Box>
          <CopyButton value={`${origin}${path}`} name={path} />
        </Box>
      }
    >
      {operation.description !== undefined && <Prose text={operation.description} />}
      <Box sx={{ mt: 5 }}>
        {trying ? (
          <Suspense fallback={<Skeleton variant="rounded" height={420} />}>
            <TryIt call={call} />
          </Suspense>
        ) : (
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<TryIcon />}
            onClick={() => setTrying(true)}
            aria-label={`${t('apidocs.try.open')}: ${title}`}
          >
            {t('apidocs.try.open')}
          </Button>
        )}
      </Box>
      <FieldList title={t('apidocs.inPath')} fields={asFields('path')} demands />
      <FieldList title={t('apidocs.inQuery')} fields={asFields('query')} demands />
      <FieldList title={t('apidocs.inHeader')} fields={asFields('header')} demands />
      {body && (
        <FieldList title={t('apidocs.inBody')} fields={fieldsOf(document, body.schema)} demands />
      )}
      {answer && (
        <FieldList title={t('apidocs.inAnswer')} fields={fieldsOf(document, answer.schema)} />
      )}
      {refused.length > 0 && (
        <Box sx={{ mt: 6 }}>
          <Folded title={t('apidocs.refusals')}>
            <ErrorRows codes={refused} label={`${t('apidocs.refusals')}: ${title}`} />
          </Folded>
        </Box>
      )}
    </Part>
  );
}

/** Not a status, so it has no status colour. */
function MethodWord({ method }: { method: string }) {
  return (
    <Box
      component="span"
      sx={(theme) => ({
        flex: 'none',
        minWidth: 44,
        textAlign: 'center',
        px: 1.5,
        py: 0.5,
        borderRadius: 'var(--corner-small)',
        fontSize: 11,
        lineHeight: '14px',
        fontWeight: 600,
        letterSpacing: '0.02em',
        color: theme.vars?.palette.primary.main,
        backgroundColor: theme.vars?.palette.surface.accent,
      })}
    >
      {method}
    </Box>
  );
}
