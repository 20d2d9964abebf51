import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MessageStatus } from '../../../contract/api/messages.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { CodeBlock } from '../../ui/CodeBlock.tsx';
import { useDocs } from './docs.ts';
import { ErrorRows } from './ErrorRows.tsx';
import { KeyField } from './KeyField.tsx';
import { Inline, InlineCode, Part, Prose } from './Part.tsx';
import { addressOf, examplesOf, jsonOf, type DocumentedCall } from './reading.ts';
import { Samples } from './Samples.tsx';
import { useWordOf } from './useWordOf.ts';
import { SAMPLE_LANGUAGES, sampleOf, type SampleLanguage } from '../../parts/samples.ts';
import { RECEIVERS } from './receivers.ts';

/** From nothing to a message and what became of it. @param send the call that sends */
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

export function Authentication() {
  const { t } = useTranslation();
  return (
    <Part
      id="authentication"
      title={t('apidocs.auth.title')}
      aside={
        <Boxed>
          <KeyField id="api-key" />
        </Boxed>
      }
    >
      <Prose text={t('apidocs.auth.text')} />
      <Rows
        label={t('apidocs.auth.scopes')}
        head={[t('apidocs.auth.scope'), t('apidocs.meaning')]}
        rows={(['send', 'read', 'contacts'] as const).map((scope) => [
          <InlineCode key={scope}>{scope}</InlineCode>,
          t(`apidocs.auth.scopeOf.${scope}`),
        ])}
      />
      <Prose text={t('apidocs.auth.more')} />
    </Part>
  );
}

export function Errors() {
  const { t } = useTranslation();
  const { document } = useDocs();
  const shape = {
    message: 'Check these fields: to.',
    error: 'BAD_INPUT',
    details: [
      {
        field: 'to',
        message:
          'This is not a mobile number. Write it with its country prefix, such as +254712345678.',
      },
    ],
    requestId: '01890a5d-ac96-774b-bcce-b302099a8057',
  };
  return (
    <Part id="errors" title={t('apidocs.errorPart.title')}>
      <Prose text={t('apidocs.errorPart.text')} />
      <Box sx={{ my: 5 }}>
        <CodeBlock
          name={t('apidocs.answer', { status: 400 })}
          code={JSON.stringify(shape, null, 2)}
        />
      </Box>
      <ErrorRows
        codes={document['x-errors'].map(({ code }) => code)}
        label={t('apidocs.errorPart.title')}
      />
    </Part>
  );
}

export function Limits() {
  const { t, i18n } = useTranslation();
  const limits = useDocs().document['x-limits'];
  return (
    <Part id="limits" title={t('apidocs.limits.title')}>
      <Prose text={t('apidocs.limits.text')} />
      <Rows
        label={t('apidocs.limits.title')}
        head={[t('apidocs.limits.what'), t('apidocs.limits.most')]}
        rows={(
          [
            'messagesPerRequest',
            'messagesPerSecond',
            'callsPerSecond',
            'recipientsPerCampaign',
            'bodyMegabytes',
            'pageSize',
          ] as const
        ).map((name) => [t(`apidocs.limits.${name}`), limits[name].toLocaleString(i18n.language)])}
      />
    </Part>
  );
}

export function Idempotency() {
  const { t } = useTranslation();
  const { document } = useDocs();
  return (
    <Part
      id="idempotency"
      title={t('apidocs.once.title')}
      aside={<CodeBlock name={t('apidocs.inHeader')} code="Idempotency-Key: order-20261-sms-1" />}
    >
      <Prose text={t('apidocs.once.text', { hours: document['x-limits'].idempotencyHours })} />
    </Part>
  );
}

/** A number without its last two digits, which a copied one begins with. */
const SOME_NUMBER = '+2547123456';
const OTHERWISE: MessageStatus = 'DELIVERED';

export function SandboxNumbers() {
  const { t, i18n } = useTranslation();
  const numbers = useDocs().document['x-sandbox-numbers'];
  if (numbers.length === 0) return null;
  return (
    <Part id="sandbox" title={t('apidocs.sandboxPart.title')}>
      <Prose text={t('apidocs.sandboxPart.text')} />
      <Rows
        label={t('apidocs.sandboxPart.title')}
        head={[
          t('apidocs.sandboxPart.number'),
          t('apidocs.sandboxPart.outcome'),
          t('apidocs.meaning'),
        ]}
        rows={[
          ...numbers.map(({ ending, status, error, meaning }) => [
            <Box
              key="number"
              component="span"
              sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}
            >
              <InlineCode>{ending}</InlineCode>
              <CopyButton value={`${SOME_NUMBER}${ending}`} name={`${SOME_NUMBER}${ending}`} />
            </Box>,
            <InlineCode key="outcome">{status ?? error}</InlineCode>,
            <span key="meaning">
              {i18n.exists(`apidocs.sandboxPart.of.e${ending}`)
                ? t(`apidocs.sandboxPart.of.e${ending}` as never)
                : meaning}
              {error !== null && ` (${t('apidocs.sandboxPart.refused')})`}
            </span>,
          ]),
          [
            t('apidocs.sandboxPart.other'),
            <InlineCode key="outcome">{OTHERWISE}</InlineCode>,
            t('apidocs.sandboxPart.otherText'),
          ],
        ]}
      />
    </Part>
  );
}

/** What is sent to the reader's own address, and how to know that it is ours. */
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
      <Rows
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

/** The other two ways in. */
export function Gateway() {
  const { t } = useTranslation();
  const {
    host,
    smppPort,
    smppTlsPort,
    httpPort,
    dialects: { jasmin, kannel, africastalking, sendsms },
  } = useDocs().document['x-gateway'];
  const base = `http://${host}:${httpPort}`;
  const dialects = [
    ...(jasmin === undefined
      ? []
      : [
          [`${jasmin}/send`, 'Jasmin', t('apidocs.http.send')],
          [`${jasmin}/rate`, 'Jasmin', t('apidocs.http.rate')],
          [`${jasmin}/balance`, 'Jasmin', t('apidocs.http.balance')],
        ]),
    ...(kannel === undefined ? [] : [[kannel, 'Kannel', t('apidocs.http.kannel')]]),
    ...(africastalking === undefined
      ? []
      : [[`${africastalking}/messaging`, "Africa's Talking", t('apidocs.http.africasTalking')]]),
    ...(sendsms === undefined
      ? []
      : [[`${sendsms}/sendsms`, 'sendsms', t('apidocs.http.sendsms')]]),
  ];
  const fact = (name: string, value: string): readonly ReactNode[] => [
    name,
    <Box key={name} component="span" sx={{ display: 'inline-flex', gap: 1, alignItems: 'center' }}>
      <InlineCode>{value}</InlineCode>
      <CopyButton value={value} name={name} />
    </Box>,
  ];
  return (
    <>
      <Part id="smpp" title={t('apidocs.smpp.title')}>
        <Prose text={t('apidocs.smpp.text')} />
        <Rows
          label={t('apidocs.smpp.title')}
          rows={[
            fact(t('apidocs.smpp.host'), host),
            fact(t('apidocs.smpp.port'), String(smppPort)),
            ...(smppTlsPort === null ? [] : [fact(t('apidocs.smpp.tlsPort'), String(smppTlsPort))]),
            [t('apidocs.smpp.version'), t('apidocs.smpp.versionText')],
            [t('apidocs.smpp.binds'), t('apidocs.smpp.bindsText')],
            [t('apidocs.smpp.credentials'), t('apidocs.smpp.credentialsText')],
          ]}
        />
        <Prose text={t('apidocs.smpp.more')} />
      </Part>
      {dialects.length > 0 && (
        <Part
          id="http-gateway"
          title={t('apidocs.http.title')}
          aside={
            jasmin !== undefined && (
              <>
                <CodeBlock
                  name="/send"
                  code={`curl --get ${base}${jasmin ?? ''}/send \\\n  --data-urlencode 'username=USERNAME' \\\n  --data-urlencode 'password=PASSWORD' \\\n  --data-urlencode 'from=SENDER' \\\n  --data-urlencode 'to=254712345678' \\\n  --data-urlencode 'content=Your code is 4821'`}
                />
                <CodeBlock
                  name={t('apidocs.answer', { status: 200 })}
                  code={'Success "8a31a31e-7f1c-4e6a-9c6c-2a3f4b5c6d7e"'}
                />
              </>
            )
          }
        >
          <Prose text={t('apidocs.http.text')} />
          <Rows label={t('apidocs.http.base')} rows={[fact(t('apidocs.http.base'), base)]} />
          <Rows
            label={t('apidocs.http.title')}
            head={[t('apidocs.http.address'), t('apidocs.http.dialect'), t('apidocs.meaning')]}
            rows={dialects.map(([address, dialect, meaning]) => [
              <InlineCode key="address">{address}</InlineCode>,
              <Inline key="dialect" text={dialect ?? ''} />,
              <Inline key="meaning" text={meaning ?? ''} />,
            ])}
          />
          <Prose text={t('apidocs.http.more')} />
        </Part>
      )}
    </>
  );
}

// ---- forms that these parts share ----

function Boxed({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={(theme) => ({
        mt: 4,
        '&:first-of-type': { mt: 0 },
        p: 4,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '10px',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      {children}
    </Box>
  );
}

/** A table; one of names and values has no head. */
function Rows({
  label,
  head = [],
  rows,
}: {
  label: string;
  head?: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <TableContainer
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={(theme) => ({
        '& code': { whiteSpace: 'nowrap' },
        mt: 5,
        border: `1px solid ${theme.vars?.palette.divider}`,
        borderRadius: '10px',
        backgroundColor: theme.vars?.palette.background.paper,
      })}
    >
      <Table size="small" aria-label={label}>
        {head.length > 0 && (
          <TableHead>
            <TableRow>
              {head.map((name) => (
                <TableCell key={name}>{name}</TableCell>
              ))}
            </TableRow>
          </TableHead>
        )}
        <TableBody>
          {rows.map((cells, at) => (
            <TableRow key={at}>
              {cells.map((cell, column) => (
                <TableCell key={column} sx={column === 0 ? { whiteSpace: 'nowrap' } : undefined}>
                  {cell}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}
