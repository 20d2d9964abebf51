import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  senderImports,
  type SenderColumn,
  type SenderImport as Found,
} from '../../../../contract/api/sender-imports.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { messageOf, upload } from '../../../api/call.ts';
import { useSend } from '../../../parts/queries.ts';
import { FileDrop } from '../../../ui/FileDrop.tsx';
import { Rows } from '../../../ui/layout.tsx';
import { Page, Section } from '../../../ui/Page.tsx';
import { SENDER_CHANGES } from '../useSenderActions.tsx';
import { SenderColumns, type SenderChoice } from './SenderColumns.tsx';
import { SenderRows } from './SenderRows.tsx';

type Read = Output<typeof senderImports.read>;

/** The longest text of each cell that the server reads; it names what is too long to be entered. */
const LONGEST = {
  account: 320,
  senderId: 100,
  kind: 100,
  country: 100,
  brandOwner: 500,
  sample: 2000,
} as const;

/** Sender IDs that clients bring from another portal: a file, its columns, a preview, and then the entries. */
export function SenderImport() {
  const { t } = useTranslation();
  const [read, setRead] = useState<{ name: string; file: Read } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [choice, setChoice] = useState<SenderChoice | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = (refused: Error) => setFailure(messageOf(refused));
  const preview = useSend(senderImports.preview, { failed });
  const enter = useSend(senderImports.enter, { changes: SENDER_CHANGES, failed });
  const reset = () => {
    setFailure(null);
    preview.reset();
    enter.reset();
  };

  async function open([file]: File[]) {
    if (!file) return;
    reset();
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    try {
      const found = await upload(senderImports.read, {}, file, {
        signal: controller.signal,
        progress: (sent, total) => setProgress(Math.round((sent / total) * 100)),
      });
      setRead({ name: file.name, file: found });
    } catch (refused) {
      if (!controller.signal.aborted) setFailure(messageOf(refused));
    }
    setProgress(null);
  }

  const found: Found | undefined = enter.data ?? preview.data;
  return (
    <Page
      title={t('senderImport.title')}
      purpose={t('senderImport.purpose')}
      back={{ to: '/dashboard/sender-ids', label: t('senders.back') }}
    >
      <Rows isFluid maxWidth={900}>
        {failure !== null && <Alert severity="error">{failure}</Alert>}
        {progress !== null && (
          <Section>
            <Rows>
              <LinearProgress variant="determinate" value={progress} aria-label={t('loading')} />
              <Box>
                <Button variant="outlined" color="inherit" onClick={() => running.current?.abort()}>
                  {t('common.cancel')}
                </Button>
              </Box>
            </Rows>
          </Section>
        )}
        {read === null && progress === null && (
          <FileDrop
            title={t('senderImport.drop')}
            or={t('fromFile.dropOr')}
            browse={t('fromFile.browse')}
            help={t('senderImport.dropHelp')}
            accept=".csv,.txt,.xlsx"
            onFiles={(files) => void open(files)}
          />
        )}
        {read !== null && enter.data === undefined && (
          <SenderColumns
            name={read.name}
            file={read.file}
            isBusy={preview.isPending}
            onChange={reset}
            onBack={() => {
              reset();
              setRead(null);
            }}
            onChosen={(chosen) => {
              reset();
              setChoice(chosen);
              preview.mutate(inputOf(chosen, read.file));
            }}
          />
        )}
        {found !== undefined && (
          <SenderRows
            found={found}
            isEntered={enter.data !== undefined}
            isBusy={enter.isPending}
            onEnter={() => {
              setFailure(null);
              if (choice !== null && read !== null) enter.mutate(inputOf(choice, read.file));
            }}
          />
        )}
      </Rows>
    </Page>
  );
}

function inputOf({ kind, places }: SenderChoice, { rows }: Read) {
  return {
    kind,
    rows: rows.map(({ line, cells }) => {
      const cell = (use: SenderColumn) => {
        const at = places[use];
        return (at === null ? '' : (cells[at] ?? '')).slice(0, LONGEST[use]);
      };
      return {
        line,
        account: cell('account'),
        senderId: cell('senderId'),
        kind: cell('kind'),
        country: cell('country'),
        brandOwner: cell('brandOwner'),
        sample: cell('sample'),
      };
    }),
  };
}
