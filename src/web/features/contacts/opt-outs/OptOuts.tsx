import AnswerIcon from '@mui/icons-material/MarkChatReadOutlined';
import AddIcon from '@mui/icons-material/PersonOffOutlined';
import ImportIcon from '@mui/icons-material/UploadFileOutlined';
import TakeOffIcon from '@mui/icons-material/RestartAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contacts } from '../../../../contract/api/contacts.ts';
import { OPT_OUT_SOURCES, optOuts, type OptOut } from '../../../../contract/api/opt-outs.ts';
import { download } from '../../../api/call.ts';
import { useGet, useMe, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../../ui/data-table/DataTable.tsx';
import { type Column } from '../../../ui/data-table/column.ts';
import { DASH, Time, useFormat } from '../../../ui/figures/figures.tsx';
import { ChoiceFilter } from '../../../ui/lists/FilterPill.tsx';
import { MoreMenu, RowMenu } from '../../../ui/lists/RowMenu.tsx';
import { SearchField } from '../../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../../ui/page/states.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../../ui/lists/useListAddress.ts';
import { IMPORT } from '../addresses.ts';
import { AnswersDialog } from './AnswersDialog.tsx';
import { ContactsFrame } from '../ContactsFrame.tsx';
import { OptOutDialog } from './OptOutDialog.tsx';
import { usePhone } from '../../../ui/page/usePhone.ts';

type Source = (typeof OPT_OUT_SOURCES)[number];
const isSource = (source: string): source is Source =>
  (OPT_OUT_SOURCES as readonly string[]).includes(source);

/** The opt-out list. */
export function OptOuts() {
  const { t } = useTranslation();
  const { number } = useFormat();
  const me = useMe();
  const toast = useToast();
  const list = useListAddress();
  const sources = OPT_OUT_SOURCES.filter((source) => list.values('source').includes(source));
  const query = useGet(
    optOuts.list,
    {
      pageSize: list.pageSize,
      pageToken: list.token,
      'filter.clientIds': [me.clientId],
      'filter.query': list.value('q'),
      'filter.sources': sources,
    },
    { keep: true },
  );
  const [adding, setAdding] = useState(false);
  const [answering, setAnswering] = useState(false);
  const answers = useGet(optOuts.answers, {});
  const [asked, setAsked] = useState<{ rows: readonly OptOut[]; clear?: () => void } | null>(null);
  const changes = [optOuts.list, contacts.list];
  const takeOff = useSend(optOuts.remove, {
    changes,
    done: ({ removed }) => {
      asked?.clear?.();
      setAsked(null);
      toast.success(t('contacts.takenOff', { count: removed, value: number(removed) }));
    },
  });
  const wordOf = (source: string) => (isSource(source) ? t(`contacts.sources.${source}`) : source);
  const columns = useColumns({ wordOf });
  const open = (
    <Button
      variant="contained"
      startIcon={<AddIcon />}
      onClick={() => {
        setAdding(true);
      }}
    >
      {t('contacts.addOptOut')}
    </Button>
  );
  const isPhone = usePhone();
  const answersWord = t(
    answers.data?.isAnswered ? 'contacts.answersAreOn' : 'contacts.answersAreOff',
  );
  const importAddress = `${IMPORT}?kind=opt-outs`;
  const count = asked?.rows.length ?? 0;
  return (
    <ContactsFrame
      tab="optOuts"
      purpose={t('contacts.optOutsPurpose')}
      actions={
        <>
          {isPhone ? (
            <MoreMenu
              actions={[
                ...(answers.data === undefined
                  ? []
                  : [
                      {
                        key: 'answers',
                        label: answersWord,
                        icon: <AnswerIcon />,
                        act: () => setAnswering(true),
                      },
                    ]),
                {
                  key: 'import',
                  label: t('contacts.import'),
                  icon: <ImportIcon />,
                  to: importAddress,
                },
              ]}
            />
          ) : (
            <>
              <Button
                variant="outlined"
                color="inherit"
                disabled={answers.data === undefined}
                startIcon={<AnswerIcon />}
                onClick={() => setAnswering(true)}
              >
                {answersWord}
              </Button>
              <Button
                variant="outlined"
                color="inherit"
                component={Link}
                to={importAddress}
                startIcon={<ImportIcon />}
              >
                {t('contacts.import')}
              </Button>
            </>
          )}
          {open}
        </>
      }
    >
      <DataTable
        label={t('contacts.tabs.optOuts')}
        query={query}
        rowsOf={(page) => page.optOuts}
        keyOf={({ phone, sender }) => `${phone} ${sender}`}
        list={list}
        filters={['q', 'source']}
        nameLabel={t('contacts.phone')}
        nameWidth={15}
        nameFigure
        name={({ phone }) => ({ text: phone })}
        columns={columns}
        wholeExports={[
          {
            label: t('contacts.export'),
            run: () => download(optOuts.download, {}, 'opt-outs.csv'),
          },
        ]}
        rowMenu={(row) => (
          <RowMenu
            name={row.phone}
            actions={[
              {
                key: 'remove',
                label: t('contacts.takeOff'),
                icon: <TakeOffIcon />,
                act: () => setAsked({ rows: [row] }),
              },
            ]}
          />
        )}
        selection={{
          actions: (rows, clear) => (
            <Button
              size="small"
              startIcon={<TakeOffIcon />}
              onClick={() => setAsked({ rows, clear })}
            >
              {t('contacts.takeOff')}
            </Button>
          ),
        }}
        toolbar={
          <>
            <SearchField
              label={t('contacts.optOutSearch')}
              hint={t('contacts.optOutSearchHint')}
              value={list.value('q')}
              onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
            />
            <ChoiceFilter
              name={t('contacts.source')}
              chosen={sources}
              choices={OPT_OUT_SOURCES.map((value) => ({ value, label: wordOf(value) }))}
              onChange={(source) => list.filter({ source })}
            />
          </>
        }
        empty={
          <EmptyState
            icon={<AddIcon />}
            title={t('contacts.optOutsEmpty')}
            text={t('contacts.optOutsEmptyText')}
            action={open}
          />
        }
      />
      {adding && <OptOutDialog onClose={() => setAdding(false)} />}
      {answering && answers.data && (
        <AnswersDialog answers={answers.data} onClose={() => setAnswering(false)} />
      )}
      <ConfirmDialog
        open={asked !== null}
        title={t('contacts.takeOffTitle')}
        action={t('contacts.takeOff')}
        danger
        busy={takeOff.isPending}
        onClose={() => setAsked(null)}
        onConfirm={() => takeOff.mutate({ phones: asked?.rows.map(({ phone }) => phone) ?? [] })}
      >
        {t('contacts.takeOffText', { count, value: number(count) })}
      </ConfirmDialog>
    </ContactsFrame>
  );
}

function useColumns({ wordOf }: { wordOf(source: string): string }): Column<OptOut>[] {
  const { t } = useTranslation();
  return [
    {
      key: 'contact',
      label: t('contacts.contact'),
      from: 560,
      width: 24,
      onPhone: 'line',
      cell: ({ contactName }) => contactName || DASH,
      value: ({ contactName }) => contactName,
    },
    {
      key: 'source',
      label: t('contacts.source'),
      onPhone: 'line',
      cell: ({ source }) => wordOf(source),
    },
    {
      key: 'scope',
      label: t('contacts.scope'),
      from: 860,
      onPhone: 'line',
      cell: ({ scope, sender }) =>
        [t(`contacts.scopes.${scope}`), ...(sender === '' ? [] : [sender])].join(' · '),
    },
    {
      key: 'note',
      label: t('contacts.note'),
      from: 720,
      grows: true,
      onPhone: 'line',
      cell: (row) =>
        row.source === 'MO' && row.note !== ''
          ? t('contacts.wroteTo', { sender: row.note })
          : row.note || DASH,
      value: ({ note }) => note,
    },
    {
      key: 'when',
      label: t('contacts.when'),
      figure: true,
      onPhone: 'amount',
      cell: ({ timestamp }) => <Time at={timestamp} />,
    },
  ];
}
