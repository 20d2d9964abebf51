import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import {
  contactImports,
  type ContactUpload,
  type ImportKind,
} from '../../../contract/api/contact-imports.ts';
import { contactGroups } from '../../../contract/api/contact-groups.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { CallError } from '../../api/request.ts';
import { messageOf } from '../../api/call.ts';
import { Page, Section } from '../../ui/page/Page.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { StepHeader } from '../../ui/fields/StepHeader.tsx';
import { CONTACTS, groupAddress, GROUPS, IMPORT, importAddress, OPT_OUTS } from './addresses.ts';
import { ColumnsStep } from './import/ColumnsStep.tsx';
import { FileStep } from './import/FileStep.tsx';
import { ResultStep } from './import/ResultStep.tsx';
import { useLeadOn } from '../../ui/page/useLeadOn.ts';

/** From a file to contacts, or to the opt-out list: file, columns, check, result. A running import is named in the address. */
export function ImportContacts() {
  const { t } = useTranslation();
  const leadOn = useLeadOn();
  const [parameters] = useSearchParams();
  const importId = parameters.get('import') ?? '',
    groupId = parameters.get('group') ?? '';
  const [file, setFile] = useState<ContactUpload | null>(null);
  const found = useGet(
    contactImports.get,
    { importId },
    {
      when: importId !== '',
      every: (latest) =>
        latest?.status === 'CHECKING' || latest?.status === 'RUNNING' ? LIVE / 2 : false,
    },
  );
  const group = useGet(contactGroups.get, { groupId }, { when: groupId !== '' && importId === '' });
  const kind: ImportKind =
    importId === ''
      ? parameters.get('kind') === 'opt-outs'
        ? 'OPT_OUTS'
        : 'CONTACTS'
      : (found.data?.kind ?? 'CONTACTS');
  const back =
    kind === 'OPT_OUTS'
      ? { to: OPT_OUTS, label: t('contacts.tabs.optOuts') }
      : groupId !== ''
        ? { to: groupAddress(groupId), label: group.data?.groupName ?? t('contacts.groupName') }
        : { to: CONTACTS, label: t('contacts.tabs.contacts') };
  const step =
    importId === ''
      ? file === null
        ? 0
        : 1
      : found.data?.status === 'CHECKING' || found.data?.status === 'READY'
        ? 2
        : 3;

  function content() {
    if (importId === '') {
      if (file === null) return <FileStep kind={kind} onFile={setFile} />;
      if (groupId !== '' && group.isPending) return <Skeleton variant="rounded" height={240} />;
      return (
        <ColumnsStep
          key={`${file.uploadId} ${file.headerRow}`}
          file={file}
          kind={kind}
          groups={group.data ? [group.data] : []}
          onBack={() => setFile(null)}
          onFile={setFile}
          onChecked={(made) => {
            setFile(null);
            leadOn(importAddress(made.importId));
          }}
        />
      );
    }
    if (found.data) return <ResultStep key={importId} row={found.data} />;
    const gone = found.error instanceof CallError && found.error.status === 404;
    if (gone)
      return (
        <Section>
          <ErrorState
            title={t('contacts.importMissing')}
            text={t('contacts.importMissingText')}
            action={
              <Button component={Link} to={GROUPS} variant="outlined" color="inherit">
                {t('contacts.backToGroups')}
              </Button>
            }
          />
        </Section>
      );
    if (found.isError)
      return (
        <Section>
          <ErrorState
            title={t('list.failed')}
            text={messageOf(found.error)}
            retry={() => void found.refetch()}
          />
        </Section>
      );
    return <Skeleton variant="rounded" height={240} />;
  }

  return (
    <Page
      title={kind === 'OPT_OUTS' ? t('contacts.importOptOutsTitle') : t('contacts.importTitle')}
      purpose={t('contacts.importPurpose')}
      back={back}
    >
      <StepHeader
        label={t('contacts.importStep', { n: step + 1 })}
        current={step}
        steps={[
          {
            label: t('contacts.importSteps.file'),
            to:
              importId === ''
                ? undefined
                : `${IMPORT}${kind === 'OPT_OUTS' ? '?kind=opt-outs' : ''}`,
          },
          { label: t('contacts.importSteps.columns') },
          { label: t('contacts.importSteps.check') },
          { label: t('contacts.importSteps.done') },
        ]}
      />
      {content()}
    </Page>
  );
}
