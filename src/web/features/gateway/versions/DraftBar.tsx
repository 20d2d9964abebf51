import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ENTITIES, gatewayConfig } from '../../../../contract/api/gateway-config.ts';
import { useGet } from '../../../parts/queries.ts';
import { useFormat } from '../../../ui/figures/figures.tsx';
import { ReviewDialog } from './ReviewDialog.tsx';

const OFTEN = 10_000;

/** Says that edits wait for a reload, over every list whose edits do, and leads to what they are. */
export function DraftBar({
  cid,
}: {
  /** The connector that the page is about. */
  cid?: string;
}) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const [open, setOpen] = useState(false);
  const diff = useGet(gatewayConfig.diff, {}, { every: () => OFTEN });
  const changes = diff.data?.changes ?? [];
  const count = changes.length;
  const edited = ENTITIES.map((entity) => ({
    entity,
    count: changes.filter((change) => change.entity === entity).length,
  })).filter((each) => each.count > 0);
  const isElsewhere =
    cid !== undefined && !changes.some(({ entity, id }) => entity === 'CONNECTOR' && id === cid);
  return (
    <>
      {count > 0 && (
        <Box sx={{ mb: 4 }}>
          <Alert
            severity="info"
            action={
              <Button size="small" color="inherit" variant="outlined" onClick={() => setOpen(true)}>
                {t('gateway.review')}
              </Button>
            }
          >
            {t('gateway.draft', { count, value: number(count) })}
            {/* The page may be about something that none of them changes. */}
            <Typography variant="body2" component="p" color="textSecondary">
              {[
                ...edited.map((each) =>
                  t('gateway.draftOf', {
                    kind: t(`gateway.several.${each.entity}`),
                    value: number(each.count),
                  }),
                ),
                ...(isElsewhere ? [t('gateway.draftElsewhere', { name: cid })] : []),
              ].join(' · ')}
            </Typography>
          </Alert>
        </Box>
      )}
      {open && <ReviewDialog onClose={() => setOpen(false)} />}
    </>
  );
}

/** The button that puts the draft into force, for the head of a page whose bar does not already lead there. */
export function ReloadButton() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const diff = useGet(gatewayConfig.diff, {}, { every: () => OFTEN });
  const isInBar = (diff.data?.changes.length ?? 0) > 0;
  return (
    <>
      {!isInBar && (
        <Button variant="outlined" color="inherit" onClick={() => setOpen(true)}>
          {t('gateway.reload')}
        </Button>
      )}
      {open && <ReviewDialog onClose={() => setOpen(false)} />}
    </>
  );
}
