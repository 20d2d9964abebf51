import WithdrawIcon from '@mui/icons-material/BlockOutlined';
import AddIcon from '@mui/icons-material/CheckCircleOutlined';
import ProofIcon from '@mui/icons-material/DownloadOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  CONSENT_PURPOSES,
  consents,
  type ConsentRecord,
} from '../../../../contract/api/consents.ts';
import { download, messageOf } from '../../../api/call.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { ToneChip } from '../../../ui/figures/StatusChip.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { ConsentDialog } from './ConsentDialog.tsx';
import { ContactsFrame } from '../ContactsFrame.tsx';

/** The consents on record. */
export function Consents() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const purposes = CONSENT_PURPOSES.filter((purpose) => list.values('purpose').includes(purpose));
  const query = useGet(
    consents.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': [me.clientId],
      'filter.query': list.value('q'),
      'filter.purposes': purposes,
    },
    { keep: true },
  );
  const [recording, setRecording] = useState(false);
  const [asked, setAsked] = useState<ConsentRecord | null>(null);
  const withdraw = useSend(consents.withdraw, {
    changes: [consents.list],
    done: ({ withdrawn }) => {
      setAsked(null);
      toast.success(t('contacts.consentWithdrawn', { count: withdrawn, value: number(withdrawn) }));
    },
  });
  const columns = useColumns();
  const saveProof = (phone: string) =>
    download(consents.proof, { phone }, 'consent.pdf').catch((failure: unknown) =>
      toast.error(messageOf(failure)),
    );
  const open = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setRecording(true)}>
      {t('contacts.recordConsent')}
    </Button>
  );
  return (
    <ContactsFrame tab="consents" purpose={t('contacts.consentsPurpose')} actions={open}>
      <DataTable
        label={t('contacts.tabs.consents')}
        query={query}
        rowsOf={(page) => page.consents}
        keyOf={({ consentId }) => consentId}
        list={list}
        filters={['q', 'purpose']}
        nameLabel={t('contacts.phone')}
        nameWidth={15}
        nameFigure
        name={({ phone }) => ({ text: phone })}
        columns={columns}
        rowMenu={(row) => (
          <RowMenu
            name={row.phone}
            actions={[
              {
                key: 'proof',
                label: t('contacts.consentProof'),
                icon: <ProofIcon />,
                act: () => void saveProof(row.phone),
              },
              ...(row.withdrawTimestamp === null
                ? [
                    {
                      key: 'withdraw',
                      label: t('contacts.withdrawConsent'),
                      icon: <WithdrawIcon />,
                      danger: true,
                      act: () => setAsked(row),
                    },
                  ]
                : []),
            ]}
          />
        )}
        toolbar={
          <>
            <SearchField
              label={t('contacts.consentSearch')}
              hint={t('contacts.optOutSearchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('contacts.consentPurpose')}
              chosen={purposes}
              choices={CONSENT_PURPOSES.map((value) => ({
                value,
                label: t(`contacts.purposes.${value}`),
              }))}
              onChange={(purpose) => list.filter({ purpose })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<AddIcon />}
            title={t('contacts.consentsEmpty')}
            text={t('contacts.consentsEmptyText')}
            action={open}
          />
        }
      />
      {recording && <ConsentDialog onClose={() => setRecording(false)} />}
      <ConfirmDialog
        open={asked !== null}
        title={t('contacts.withdrawConsentTitle')}
        action={t('contacts.withdrawConsent')}
        danger
        busy={withdraw.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() =>
          asked && withdraw.mutate({ phones: [asked.phone], purpose: asked.purpose })
        }
      >
        {t('contacts.withdrawConsentText', { phone: asked?.phone ?? '' })}
      </ConfirmDialog>
    </ContactsFrame>
  );
}

const STATES = { VALID: 'success', OPTED_OUT: 'warning', WITHDRAWN: 'neutral' } as const;

const stateOf = ({ withdrawTimestamp, optOutTimestamp }: ConsentRecord): keyof typeof STATES =>
  withdrawTimestamp !== null ? 'WITHDRAWN' : optOutTimestamp !== null ? 'OPTED_OUT' : 'VALID';

function useColumns(): Column<ConsentRecord>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'contact',
      label: t('contacts.contact'),
      from: 900,
      width: 24,
      onPhone: 'line',
      cell: ({ contactName }) => contactName || DASH,
      value: ({ contactName }) => contactName,
    },
    {
      key: 'state',
      label: t('contacts.consentState'),
      onPhone: 'amount',
      cell: (row) => {
        const state = stateOf(row);
        return (
          <ToneChip data-tone={STATES[state]}>
            <span>{t(`contacts.consentStates.${state}`)}</span>
          </ToneChip>
        );
      },
      value: (row) => t(`contacts.consentStates.${stateOf(row)}`),
    },
    {
      key: 'purpose',
      label: t('contacts.consentPurpose'),
      onPhone: 'line',
      cell: ({ purpose }) => t(`contacts.purposes.${purpose}`),
    },
    {
      key: 'way',
      label: t('contacts.consentWay'),
      from: 560,
      onPhone: 'line',
      cell: ({ source }) => t(`contacts.ways.${source}`),
    },
    {
      key: 'wording',
      label: t('contacts.consentWording'),
      from: 720,
      grows: true,
      onPhone: 'text',
      cell: ({ wording }) => wording,
      value: ({ wording }) => wording,
    },
    {
      key: 'given',
      label: t('contacts.consentGiven'),
      figure: true,
      onPhone: true,
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
    {
      key: 'withdrawn',
      label: t('contacts.consentEnded'),
      figure: true,
      from: 900,
      onPhone: true,
      cell: (row) => {
        const ended = row.withdrawTimestamp ?? row.optOutTimestamp;
        return ended === null ? DASH : <Time at={ended} />;
      },
    },
  ];
}
