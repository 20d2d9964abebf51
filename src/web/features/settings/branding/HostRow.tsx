import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { branding, type BrandHost } from '../../../../contract/api/branding.ts';
import { brandHosts } from '../../../../contract/api/brand-hosts.ts';
import { useSend } from '../../../parts/queries.ts';
import { CopyButton } from '../../../ui/figures/CopyButton.tsx';
import { Time, useFormat } from '../../../ui/figures/figures.tsx';
import { StatusChip } from '../../../ui/figures/StatusChip.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';

type Props = { clientId: string; host: BrandHost; onRemove(): void };

/** A host of a brand: its state, and the record that proves it while that is needed. */
export function HostRow({ clientId, host: brandHost, onRemove }: Props) {
  const { host, state, record, reason, checkedTimestamp, checkResult, expiryTimestamp } = brandHost;
  const { t } = useTranslation();
  const { minute } = useFormat();
  const isWanted = record !== null && (state === 'PROPOSED' || state === 'PROOF_MISSING');
  const end = expiryTimestamp === null ? '' : minute(expiryTimestamp);
  return (
    <Box component="li" sx={{ display: 'grid', gap: 3, pl: 4, pr: 2, py: 2 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, flexWrap: 'wrap', minHeight: 28 }}>
        <Box component="span" sx={{ flex: '1 1 160px', overflowWrap: 'anywhere' }}>
          {host}
        </Box>
        <StatusChip status={state} />
        <IconButton
          size="small"
          aria-label={t('settings.brand.removeHost', { host })}
          onClick={onRemove}
        >
          <RemoveIcon />
        </IconButton>
      </Box>
      {state === 'REFUSED' && (
        <Note text={t('settings.brand.hostRefused', { reason: reason ?? '' })} />
      )}
      {state === 'EXPIRED' && <Note text={t('settings.brand.hostExpired')} />}
      {isWanted && record && (
        <Box sx={{ display: 'grid', gap: 3, pr: 2, pb: 2 }}>
          <Typography variant="body2" color="textSecondary">
            {t(state === 'PROPOSED' ? 'settings.brand.hostProve' : 'settings.brand.hostRestore', {
              end,
            })}
          </Typography>
          <Box
            component="dl"
            sx={{ m: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}
          >
            <Line name={t('settings.brand.recordType')} value="TXT" />
            <Line name={t('settings.brand.recordName')} value={record.name} isCopied />
            <Line name={t('settings.brand.recordValue')} value={record.value} isCopied />
          </Box>
          {checkedTimestamp !== null && (
            <Typography variant="body2" color="textSecondary">
              {t('settings.brand.hostChecked')} <Time at={checkedTimestamp} />
            </Typography>
          )}
          {checkResult !== null && (
            <Alert severity="warning">{t(`settings.brand.hostCheck.${checkResult}`)}</Alert>
          )}
          {state === 'PROPOSED' && <CheckButton clientId={clientId} host={host} />}
        </Box>
      )}
    </Box>
  );
}

function CheckButton({ clientId, host }: { clientId: string; host: string }) {
  const { t } = useTranslation();
  const toast = useToast();
  const check = useSend(brandHosts.check, {
    changes: [branding.get, brandHosts.proposed],
    done: ({ hosts }) => {
      if (hosts.includes(host)) toast.success(t('settings.brand.hostInForce', { host }));
    },
  });
  return (
    <Box>
      <Button
        variant="outlined"
        color="inherit"
        loading={check.isPending}
        aria-label={t('settings.brand.checkHost', { host })}
        onClick={() => check.mutate({ clientId, host })}
      >
        {t('settings.brand.checkNow')}
      </Button>
    </Box>
  );
}

/** A part of the record over the whole width, since a phone has no room for a name beside it. */
function Line({
  name,
  value,
  isCopied = false,
}: {
  name: string;
  value: string;
  isCopied?: boolean;
}) {
  return (
    <Box>
      <Typography component="dt" variant="body2" color="textSecondary">
        {name}
      </Typography>
      <Box component="dd" sx={{ m: 0, display: 'flex', gap: 2, alignItems: 'flex-start' }}>
        <Box
          component={isCopied ? 'code' : 'span'}
          sx={{ minWidth: 0, fontSize: 13, lineHeight: '20px', overflowWrap: 'anywhere' }}
        >
          {value}
        </Box>
        {isCopied && <CopyButton value={value} name={name} />}
      </Box>
    </Box>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Typography variant="body2" color="textSecondary" sx={{ pr: 2, overflowWrap: 'anywhere' }}>
      {text}
    </Typography>
  );
}
