import StarIcon from '@mui/icons-material/StarOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { ErrorSummary } from '../../ui/fields/ErrorSummary.tsx';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { MessageBubble } from '../../parts/texts/MessageBubble.tsx';
import { Facts } from '../../ui/page/Page.tsx';
import { StatusChip } from '../../ui/figures/StatusChip.tsx';
import { en } from '../../i18n/en.ts';
import { SAMPLE_CAMPAIGN } from './samples.ts';
import { Row } from './Row.tsx';
import { Rows } from '../../ui/page/layout.tsx';

const CARRIER_WORDS = [
  'Submitted',
  'DeliveredToTerminal',
  'DELIVRD',
  'DeliveryImpossible',
  'EXPIRED',
  'UNDELIV',
  'SUBMIT_FAILED',
  'SenderName Blacklisted',
  'AbsentSubscriber',
  'Network Failure',
  '0',
  '1',
  '4',
];

export function Buttons() {
  const { t } = useTranslation();
  const states = [{}, { disabled: true }, { loading: true }, { startIcon: <StarIcon /> }];
  return (['contained', 'outlined', 'text'] as const).flatMap((variant) =>
    (['primary', 'inherit', 'error', 'warning'] as const).map((color) => (
      <Row key={variant + color}>
        {states.map((state, index) => (
          <Button key={index} variant={variant} color={color} {...state}>
            {t('common.apply')}
          </Button>
        ))}
        {(['small', 'large'] as const).map((size) => (
          <Button key={size} size={size} variant={variant} color={color}>
            {t('common.apply')}
          </Button>
        ))}
        <IconButton aria-label={t('common.refresh')} color={color}>
          <StarIcon />
        </IconButton>
        <IconButton aria-label={t('common.refresh')} size="small" disabled>
          <StarIcon />
        </IconButton>
      </Row>
    )),
  );
}

export function Type() {
  const { t } = useTranslation();
  return (
    <Rows gap={2}>
      {(
        [
          'h2',
          'h3',
          'subtitle1',
          'subtitle2',
          'body1',
          'body2',
          'caption',
          'overline',
          'figure',
        ] as const
      ).map((variant) => (
        <Typography
          key={variant}
          variant={variant}
          component="p"
        >{`${variant} · ${t('product.tagline')} · 12,345.5`}</Typography>
      ))}
      <Typography color="textSecondary">{t('product.promise')}</Typography>
      <Link href="#content">{t('dashboard.seeAll')}</Link>
    </Rows>
  );
}

export function Figures() {
  const format = useFormat();
  const now = useNow();
  return (
    <Row>
      <span>{format.number(1_234_567.8912)}</span>
      <span>{format.units(1)}</span>
      <span>{format.units(12_400.5)}</span>
      <span>{format.percent(0.0042)}</span>
      <span>{format.bytes(2_500_000)}</span>
      <span>{format.duration(5.21)}</span>
      <span>{format.duration(4000)}</span>
      <span>{format.exact(now)}</span>
      <span>{format.minute(now)}</span>
      <Time at={now - 7200} />
      <Time at={null} />
      <span>{format.money('0.8', 'KES')}</span>
    </Row>
  );
}

export function Chips() {
  return (
    <Row>
      {[...Object.keys(en.status), ...CARRIER_WORDS].map((status) => (
        <StatusChip key={status} status={status} />
      ))}
    </Row>
  );
}

export function Alerts() {
  const { t } = useTranslation();
  return (
    <Rows gap={3}>
      {(['success', 'info', 'warning', 'error'] as const).map((severity) => (
        <Alert
          key={severity}
          severity={severity}
          action={
            <Button size="small" variant="outlined" color="inherit">
              {t('common.tryAgain')}
            </Button>
          }
        >
          <AlertTitle>{t('list.failed')}</AlertTitle>
          {t('campaigns.draft')}
        </Alert>
      ))}
      <ErrorSummary
        errors={[
          { id: 'sample-wrong', message: t('clients.missing.email') },
          { id: 'sample-password', message: t('fields.missing.password') },
        ]}
      />
    </Rows>
  );
}

export function Texts() {
  const { t } = useTranslation();
  return (
    <Rows>
      <MessageBubble from="KIBO" note={t('fromFile.to', { destination: '+254712345678' })}>
        {SAMPLE_CAMPAIGN.text}
      </MessageBubble>
      <Facts
        rows={[
          [t('campaigns.sender'), 'KIBO'],
          [t('campaigns.messages'), '12,400'],
          null,
          [t('campaigns.text'), SAMPLE_CAMPAIGN.text],
        ]}
      />
    </Rows>
  );
}
