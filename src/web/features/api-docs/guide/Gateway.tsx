import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { CodeBlock } from '../../../ui/figures/CodeBlock.tsx';
import { useDocs } from '../docs.ts';
import { Inline, InlineCode, Part, Prose } from '../Part.tsx';
import { GuideTable } from './GuideTable.tsx';

/** The other two ways in. */
export function Gateway() {
  const { t } = useTranslation();
  const {
    host,
    smppPort,
    smppTlsPort,
    httpPort,
    dialects: { jasmin, kannel, africastalking, sendsms, twilio, beem },
  } = useDocs().document['x-gateway'];
  const base = `http://${host}:${httpPort}`;
  const dialects = [
    ...(jasmin === undefined
      ? []
      : [
          [`${jasmin}/send`, 'Jasmin', t('apidocs.http.send')],
          [`${jasmin}/rate`, 'Jasmin', t('apidocs.http.rate')],
          [`${jasmin}/balance`, 'Jasmin', t('apidocs.http.balance')],
          [`${jasmin}/secure/sendbatch`, 'Jasmin', t('apidocs.http.jasminRest')],
        ]),
    ...(kannel === undefined ? [] : [[kannel, 'Kannel', t('apidocs.http.kannel')]]),
    ...(africastalking === undefined
      ? []
      : [[`${africastalking}/messaging`, "Africa's Talking", t('apidocs.http.africasTalking')]]),
    ...(sendsms === undefined
      ? []
      : [[`${sendsms}/sendsms`, 'sendsms', t('apidocs.http.sendsms')]]),
    ...(twilio === undefined
      ? []
      : [[`${twilio}/Accounts/{AccountSid}/Messages.json`, 'Twilio', t('apidocs.http.twilio')]]),
    ...(beem === undefined ? [] : [[`${beem}/v1/send`, 'Beem', t('apidocs.http.beem')]]),
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
        <GuideTable
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
          <GuideTable label={t('apidocs.http.base')} rows={[fact(t('apidocs.http.base'), base)]} />
          <GuideTable
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
