import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { clients } from '../../../contract/api/clients.ts';
import { openingBalances, type Openings } from '../../../contract/api/opening-balances.ts';
import { purchases } from '../../../contract/api/purchases.ts';
import type { Output } from '../../../contract/endpoint.ts';
import { messageOf, upload } from '../../api/call.ts';
import { useSend } from '../../parts/queries.ts';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { Rows } from '../../ui/layout.tsx';
import { Page, Section } from '../../ui/Page.tsx';
import { OpeningColumns, type OpeningChoice } from './OpeningColumns.tsx';
import { OpeningRows } from './OpeningRows.tsx';

type Read = Output<typeof openingBalances.read>;

/** Balances that clients bring from another portal: a file, its columns, a preview, and then the entries. */
export function OpeningBalances() {
  const { t } = useTranslation();
  const [read, setRead] = useState<{ name: string; file: Read } | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [choice, setChoice] = useState<OpeningChoice | null>(null);
  const running = useRef<AbortController | null>(null);
  const failed = (refused: Error) => setFailure(messageOf(refused));
  const preview = useSend(openingBalances.preview, { failed });
  const enter = useSend(openingBalances.enter, {
    changes: [clients.list, clients.get, purchases.list],
    failed,
  });
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
      const found = await upload(openingBalances.read, {}, file, {
        signal: controller.signal,
        progress: (sent, total) => setProgress(Math.round((sent / total) * 100)),
      });
      setRead({ name: file.name, file: found });
    } catch (refused) {
      if (!controller.signal.aborted) setFailure(messageOf(refused));
    }
    setProgress(null);
  }

  const input = ({ accountColumn, unitsColumn, reference }: OpeningChoice, file: Read) => ({
    reference,
    rows: file.rows.map(({ line, cells }) => ({
      line,
      account: (cells[accountColumn] ?? '').slice(0, 320),
      units: (cells[unitsColumn] ?? '').slice(0, 40),
    })),
  });
  const found: Openings | undefined = enter.data ?? preview.data;
  return (
    <Page
      title={t('wallet.openings.title')}
      purpose={t('wallet.openings.purpose')}
      back={{ to: '/dashboard/clients', label: t('clients.title') }}
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
            title={t('wallet.openings.drop')}
            or={t('fromFile.dropOr')}
            browse={t('fromFile.browse')}
            help={t('wallet.openings.dropHelp')}
            accept=".csv,.txt,.xlsx,.sql"
            onFiles={(files) => void open(files)}
          />
        )}
        {read !== null && enter.data === undefined && (
          <OpeningColumns
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
              preview.mutate(input(chosen, read.file));
            }}
          />
        )}
        {found !== undefined && (
          <OpeningRows
            found={found}
            isEntered={enter.data !== undefined}
            isBusy={enter.isPending}
            onEnter={() => {
              setFailure(null);
              if (choice !== null && read !== null) enter.mutate(input(choice, read.file));
            }}
          />
        )}
      </Rows>
    </Page>
  );
}
