import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { playsmsImports } from '../../../contract/api/playsms-imports.ts';
import { messageOf, upload } from '../../api/call.ts';
import { CallError } from '../../api/request.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { NextSteps } from '../../parts/NextSteps.tsx';
import { CodeBlock } from '../../ui/figures/CodeBlock.tsx';
import { FileDrop } from '../../ui/fields/FileDrop.tsx';
import { Beside, Rows } from '../../ui/page/layout.tsx';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { PLAYSMS } from './addresses.ts';
import { PlaysmsPreview } from './PlaysmsPreview.tsx';
import { PlaysmsResult } from './PlaysmsResult.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

const COMMAND = `mysqldump playsms \\
  playsms_tblUser \\
  playsms_featurePhonebook \\
  playsms_featurePhonebook_group \\
  playsms_featurePhonebook_group_contacts \\
  playsms_featureMsgtemplate > playsms.sql`;

/** From a dump of playSMS to clients, contacts and templates. An import that was read is named in the address. */
export function PlaysmsImport() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const importId = parameters.get('import') ?? '';
  const found = useGet(
    playsmsImports.get,
    { importId },
    {
      when: importId !== '',
      every: (latest) => (latest?.status === 'RUNNING' ? LIVE / 2 : false),
    },
  );

  function content() {
    if (importId === '') return <DumpStep />;
    if (found.data?.status === 'READY') return <PlaysmsPreview key={importId} row={found.data} />;
    if (found.data) return <PlaysmsResult key={importId} row={found.data} />;
    if (!found.isError) return <Skeleton variant="rounded" height={240} />;
    const isGone = found.error instanceof CallError && found.error.status === 404;
    return (
      <Section>
        <ErrorState
          title={t(isGone ? 'playsms.missing' : 'list.failed')}
          text={isGone ? t('playsms.missingText') : messageOf(found.error)}
          {...(!isGone && { retry: () => void found.refetch() })}
          action={
            isGone && (
              <Button component={Link} to={PLAYSMS} variant="outlined" color="inherit">
                {t('playsms.another')}
              </Button>
            )
          }
        />
      </Section>
    );
  }

  return (
    <Page
      title={t('playsms.title')}
      purpose={t(found.data?.status === 'READY' ? 'playsms.previewPurpose' : 'playsms.purpose')}
      back={{ to: '/dashboard/clients', label: t('clients.title') }}
    >
      <Rows isFluid>{content()}</Rows>
    </Page>
  );
}

function DumpStep() {
  const { t } = useTranslation();
  const leadOn = useLeadOn();
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function open([file]: File[]) {
    if (!file) return;
    setFailure(null);
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      const found = await upload(playsmsImports.read, {}, file, {
        signal: controller.signal,
        progress: (sent, total) => setProgress(Math.round((sent / total) * 100)),
      });
      leadOn(`${PLAYSMS}?import=${found.importId}`);
    } catch (refused) {
      if (!controller.signal.aborted) setFailure(messageOf(refused));
    }
    setProgress(null);
  }

  return (
    <>
      {failure !== null && <Alert severity="error">{failure}</Alert>}
      {progress === null ? (
        <Beside
          aside={
            <NextSteps
              steps={[t('playsms.steps.preview'), t('playsms.steps.run'), t('playsms.steps.rest')]}
            />
          }
        >
          <CodeBlock name={t('playsms.command')} code={COMMAND} />
          <FileDrop
            title={t('playsms.drop')}
            or={t('fromFile.dropOr')}
            browse={t('fromFile.browse')}
            help={t('playsms.dropHelp')}
            accept=".sql"
            onFiles={(files) => void open(files)}
          />
        </Beside>
      ) : (
        <Section>
          <Rows>
            <LinearProgress
              // The whole file is there, and is being read.
              variant={progress < 100 ? 'determinate' : 'indeterminate'}
              value={progress}
              aria-label={t('loading')}
            />
            <div>
              <Button variant="outlined" color="inherit" onClick={() => running.current?.abort()}>
                {t('common.cancel')}
              </Button>
            </div>
          </Rows>
        </Section>
      )}
    </>
  );
}
