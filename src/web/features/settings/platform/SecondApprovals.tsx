import InputAdornment from '@mui/material/InputAdornment';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { secondApprovals } from '../../../../contract/api/second-approvals.ts';
import type { Output } from '../../../../contract/endpoint.ts';
import { Rows } from '../../../ui/page/layout.tsx';
import { Section } from '../../../ui/page/Page.tsx';
import { TextField } from '../../../ui/fields/TextField.tsx';
import { SecondApprovalRequests } from './SecondApprovalRequests.tsx';

/** The amount above which a second administrator is needed, the waiting requests, and the decided ones. */
export function SecondApprovals({
  approvals: { amount, administrators, pending, ended },
  field,
}: {
  approvals: Output<typeof secondApprovals.list>;
  field: Pick<ComponentProps<typeof TextField>, 'field' | 'error'>;
}) {
  const { t } = useTranslation();
  const isAlone = amount === null && administrators < 2;
  return (
    <Section title={t('secondApproval.title')}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 4 }}>
        {t('secondApproval.text')}
      </Typography>
      <Rows>
        {isAlone && (
          <Alert
            severity="info"
            action={
              <Button
                component={Link}
                to="/dashboard/clients/create"
                size="small"
                variant="outlined"
                color="inherit"
              >
                {t('secondApproval.addAdministrator')}
              </Button>
            }
          >
            {t('secondApproval.alone')}
          </Alert>
        )}
        {!isAlone && (
          <Box sx={{ maxWidth: 560 }}>
            <TextField
              {...field}
              label={t('secondApproval.amount')}
              help={t(
                amount === null ? 'secondApproval.amountHelp' : 'secondApproval.amountHelpOn',
              )}
              end={<InputAdornment position="end">{t('unitNames.units')}</InputAdornment>}
              autoComplete="off"
              input={{ inputMode: 'decimal', maxLength: 16 }}
            />
          </Box>
        )}
        {!(isAlone && pending.length === 0) && (
          <SecondApprovalRequests
            title={t('secondApproval.pending')}
            empty={t('secondApproval.nothingPending')}
            requests={pending}
          />
        )}
        {ended.length > 0 && (
          <SecondApprovalRequests title={t('secondApproval.ended')} empty="" requests={ended} />
        )}
      </Rows>
    </Section>
  );
}
