import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { useGet, useSend } from '../../../parts/queries.ts';
import { messageOf } from '../../../api/call.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { Loading } from '../../../ui/page/Loading.tsx';
import { useToast } from '../../../ui/dialogs/Toasts.tsx';
import { CONFIGURED } from './stale.ts';
import { ChangeList } from './ChangeList.tsx';
import { EarlierFindings, FindingList } from './FindingList.tsx';
import { splitFindings } from './findingGroups.ts';
import { RouteComparison } from './RouteComparison.tsx';
import Dialog from '../../../ui/dialogs/Dialog.tsx';

/** Changes and findings of a reload, with its button. */
export function ReviewDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const toast = useToast();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [openedAt] = useState(() => Date.now());
  const diff = useGet(gatewayConfig.diff, {}, { anew: true });
  // A difference that was read before the review may lack the edit that led to it.
  const isFresh = diff.dataUpdatedAt >= openedAt;
  const lint = useGet(gatewayConfig.lint, {});
  const reload = useSend(gatewayConfig.reload, {
    changes: CONFIGURED,
    done: () => {
      toast.success(t('gateway.reloaded'));
      onClose();
    },
    failed: (failure) => setRefusal(messageOf(failure)),
  });
  const changes = diff.data?.changes;
  const stopped = lint.data?.findings.some(({ severity }) => severity === 'ERROR') ?? false;
  const findings = lint.data?.findings ?? [];
  const [earlier, caused] = splitFindings(findings, (changes?.length ?? 0) > 0);
  const failed = diff.error ?? lint.error;
  return (
    <Dialog
      open
      onClose={reload.isPending ? undefined : onClose}
      aria-labelledby="review-title"
      maxWidth="md"
      fullWidth
    >
      <DialogTitle id="review-title">
        {changes === undefined || changes.length === 0
          ? t('gateway.reviewTitle')
          : t('gateway.reviewTitleOf', { count: changes.length, value: number(changes.length) })}
      </DialogTitle>
      {/* Long and without a control of its own: keys scroll it. */}
      <DialogContent
        tabIndex={0}
        role="group"
        aria-labelledby="review-title"
        sx={{ display: 'grid', gap: 5, alignContent: 'start', minHeight: 220 }}
      >
        {refusal !== null && <Alert severity="error">{refusal}</Alert>}
        {failed && <Alert severity="error">{messageOf(failed)}</Alert>}
        {!failed && (changes === undefined || lint.data === undefined) && <Loading />}
        {lint.data !== undefined && <FindingList findings={caused} />}
        {changes?.length === 0 && (
          <Typography color="textSecondary">{t('gateway.nothingToReload')}</Typography>
        )}
        {changes !== undefined && changes.length > 0 && <ChangeList changes={changes} isDraft />}
        {changes !== undefined && changes.length > 0 && !stopped && <RouteComparison />}
        <EarlierFindings findings={earlier} />
        {/* A line below the edge fades rather than be cut. */}
        <Box
          aria-hidden="true"
          sx={(theme) => ({
            position: 'sticky',
            bottom: -20,
            height: 32,
            mb: '-32px',
            pointerEvents: 'none',
            background: `linear-gradient(to top, ${theme.vars?.palette.background.paper}, transparent)`,
          })}
        />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" variant="outlined" onClick={onClose} disabled={reload.isPending}>
          {t('common.close')}
        </Button>
        <Button
          variant="contained"
          disabled={changes === undefined || !isFresh || stopped}
          loading={reload.isPending}
          onClick={() => {
            setRefusal(null);
            reload.mutate({
              seenVersion: diff.data?.from ?? undefined,
              seenDraft: diff.data?.draft ?? undefined,
            });
          }}
        >
          {t('gateway.reloadNow')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
