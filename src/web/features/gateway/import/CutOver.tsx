import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { connectors, type SmppConnector } from '../../../../contract/api/connectors.ts';
import { connectorTests } from '../../../../contract/api/connector-tests.ts';
import { messageOf } from '../../../api/call.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { ConfirmDialog } from '../../../ui/dialogs/ConfirmDialog.tsx';
import { Rows, SideScroll } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { Outcome } from '../connectors/ConnectionVerdict.tsx';
import { ORDERED, pageAddress } from '../connectors/kinds.ts';
import { StateOf } from '../connectors/StateOf.tsx';

const OFTEN = 5000;
const SHOWN = 100;

type Asked = { connector: SmppConnector; isBack: boolean };

const stageOf = ({ draft, wanted }: SmppConnector) =>
  wanted === 'STARTED' ? 'over' : draft === 'NEW' ? 'waiting' : 'parked';

/** Connectors that came from another gateway, with the two actions that move each of them here and back. */
export function CutOver() {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Asked | null>(null);
  const list = useGet(
    connectors.listSmpp,
    { 'filter.imported': 'true', pageSize: SHOWN },
    { every: () => OFTEN },
  );
  if (list.data === undefined)
    return list.error && <Alert severity="error">{messageOf(list.error)}</Alert>;
  const imported = list.data.jasminSmppConnectors;
  if (imported.length === 0) return null;
  return (
    <Section title={t('gateway.import.cutOver.title')}>
      <Typography color="textSecondary" sx={{ mb: 4 }}>
        {t('gateway.import.cutOver.purpose')}
      </Typography>
      <SideScroll>
        <Table size="small">
          <TableHead>
            <TableRow>
              <TableCell>{t('gateway.import.cutOver.connector')}</TableCell>
              <TableCell>{t('gateway.import.cutOver.stage')}</TableCell>
              <TableCell component="td" />
            </TableRow>
          </TableHead>
          <TableBody>
            {imported.map((connector) => (
              <CutOverRow key={connector.cid} connector={connector} onAsk={setAsked} />
            ))}
          </TableBody>
        </Table>
      </SideScroll>
      {imported.length === SHOWN && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {t('gateway.import.cutOver.more')}
        </Typography>
      )}
      {asked?.isBack === false && (
        <CutOverDialog connector={asked.connector} onClose={() => setAsked(null)} />
      )}
      {asked?.isBack === true && (
        <GoBackDialog cid={asked.connector.cid} onClose={() => setAsked(null)} />
      )}
    </Section>
  );
}

function CutOverRow({ connector, onAsk }: { connector: SmppConnector; onAsk(asked: Asked): void }) {
  const { t } = useTranslation();
  const { cid, draft } = connector;
  const stage = stageOf(connector);
  const isBack = stage === 'over';
  return (
    <TableRow>
      <TableCell>
        <Link component={RouterLink} to={pageAddress('SMPP', cid)}>
          {cid}
        </Link>
      </TableCell>
      <TableCell>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 4, rowGap: 1 }}>
          {t(`gateway.import.cutOver.stages.${stage}`)}
          <StateOf live={connector} draft={draft} />
        </Box>
      </TableCell>
      <TableCell align="right">
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          disabled={stage === 'waiting'}
          aria-label={t(`gateway.import.cutOver.${isBack ? 'goBackOf' : 'cutOverOf'}`, {
            name: cid,
          })}
          onClick={() => onAsk({ connector, isBack })}
        >
          {t(`gateway.import.cutOver.${isBack ? 'goBack' : 'cutOver'}`)}
        </Button>
      </TableCell>
    </TableRow>
  );
}

/** Says what to stop at the old gateway, tests the connection, and starts the connector if the test did not fail. */
function CutOverDialog({ connector, onClose }: { connector: SmppConnector; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const { cid, settings } = connector;
  const start = useSend(connectors.start, {
    changes: ORDERED,
    done: () => {
      toast.success(t('gateway.import.cutOver.done', { name: cid }));
      onClose();
    },
  });
  const test = useSend(connectorTests.smpp, {
    failed: () => undefined,
    done: ({ verdict }) => {
      if (verdict !== 'FAILED') start.mutate({ cid });
    },
  });
  const hasFailed = test.isError || test.data?.verdict === 'FAILED';
  return (
    <ConfirmDialog
      open
      title={t('gateway.import.cutOver.cutOverTitle', { name: cid })}
      action={t(`gateway.import.cutOver.${hasFailed ? 'anyway' : 'cutOver'}`)}
      busy={test.isPending || start.isPending}
      onClose={onClose}
      onConfirm={() => (hasFailed ? start.mutate({ cid }) : test.mutate({ cid, ...settings }))}
    >
      <Rows>
        {t('gateway.import.cutOver.cutOverText', { name: cid })}
        <Box role="status">
          {test.isError && <Alert severity="error">{messageOf(test.error)}</Alert>}
          {test.data !== undefined && <Outcome outcome={test.data} />}
        </Box>
      </Rows>
    </ConfirmDialog>
  );
}

function GoBackDialog({ cid, onClose }: { cid: string; onClose(): void }) {
  const { t } = useTranslation();
  const toast = useToast();
  const stop = useSend(connectors.stop, {
    changes: ORDERED,
    done: () => {
      toast.success(t('gateway.import.cutOver.undone', { name: cid }));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      danger
      title={t('gateway.import.cutOver.goBackTitle', { name: cid })}
      action={t('gateway.import.cutOver.goBack')}
      busy={stop.isPending}
      onClose={onClose}
      onConfirm={() => stop.mutate({ cid })}
    >
      {t('gateway.import.cutOver.goBackText', { name: cid })}
    </ConfirmDialog>
  );
}
