import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { connectors } from '../../../../contract/api/connectors.ts';
import { LIVE, useGet } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { DASH, useFormat } from '../../../ui/figures/figures.tsx';
import { Section } from '../../../ui/page/Page.tsx';

/** The last that went over a connector, taken apart; kept by the gateway only while this is on a screen. */
export function Pdus({ cid }: { cid: string }) {
  const { t } = useTranslation();
  const { exact } = useFormat();
  const [paused, setPaused] = useState(false);
  const { data, error } = useGet(
    connectors.pdus,
    { cid },
    { every: () => (paused ? false : LIVE) },
  );
  return (
    <Section
      flush
      title={t('connectors.pdus.title')}
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          aria-pressed={paused}
          onClick={() => setPaused(!paused)}
        >
          {t(paused ? 'connectors.pdus.resume' : 'connectors.pdus.pause')}
        </Button>
      }
    >
      <Box sx={{ px: { xs: 4, sm: 5 }, pb: 4 }}>
        <Typography
          variant="body2"
          color="textSecondary"
        >{`${t('connectors.pdus.text')} ${t('connectors.pdus.textMasked')}`}</Typography>
        {data?.pdus.length === 0 && (
          <Typography sx={{ mt: 3 }}>
            {t(data.watching ? 'connectors.pdus.waiting' : 'connectors.pdus.beginning')}
          </Typography>
        )}
        {error !== null && data === undefined && (
          <Typography color="error" sx={{ mt: 3 }}>
            {messageOf(error)}
          </Typography>
        )}
      </Box>
      {data !== undefined && data.pdus.length > 0 && (
        <Box
          sx={{ maxHeight: 420, overflow: 'auto' }}
          tabIndex={0}
          role="region"
          aria-label={t('connectors.pdus.title')}
        >
          <Table size="small" stickyHeader aria-label={t('connectors.pdus.title')}>
            <TableHead>
              <TableRow>
                {(['time', 'direction', 'command', 'content', 'fields'] as const).map((name) => (
                  <TableCell key={name}>{t(`connectors.pdus.${name}`)}</TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {data.pdus.map((pdu, at) => (
                <TableRow key={`${pdu.timestamp} ${at}`} sx={{ verticalAlign: 'top' }}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>{exact(pdu.timestamp)}</TableCell>
                  <TableCell>
                    {t(pdu.direction === 'OUT' ? 'connectors.pdus.out' : 'connectors.pdus.in')}
                  </TableCell>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    <code>{pdu.command}</code>
                  </TableCell>
                  <TableCell sx={{ minWidth: 160, overflowWrap: 'anywhere' }}>
                    {pdu.text ?? DASH}
                  </TableCell>
                  <TableCell sx={{ minWidth: 260 }}>
                    <FieldsOf fields={pdu.fields} />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </Box>
      )}
    </Section>
  );
}

function FieldsOf({ fields }: { fields: Readonly<Record<string, string | number | null>> }) {
  const shown = Object.entries(fields).filter(([, value]) => value !== null && value !== '');
  if (shown.length === 0) return <span>{DASH}</span>;
  return (
    <Box
      component="span"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 3,
        fontFamily: 'ui-monospace, monospace',
        fontSize: 12,
        lineHeight: '18px',
        overflowWrap: 'anywhere',
      }}
    >
      {shown.map(([name, value]) => (
        <span key={name}>
          <Box component="span" sx={{ color: 'text.secondary' }}>{`${name}=`}</Box>
          {String(value)}
        </span>
      ))}
    </Box>
  );
}
