import StarIcon from '@mui/icons-material/StarOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Badge from '@mui/material/Badge';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import OutlinedInput from '@mui/material/OutlinedInput';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Select from '@mui/material/Select';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { fatalError, useToast } from '../../ui/Toasts.tsx';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { CampaignProgress } from '../../parts/CampaignProgress.tsx';
import { ClientAvatar } from '../../parts/ClientAvatar.tsx';
import { ClientPicker, type Picked } from '../../parts/ClientPicker.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { DateFilter } from '../../ui/DateFilter.tsx';
import { ErrorSummary } from '../../ui/ErrorSummary.tsx';
import { Time, useFormat, useNow } from '../../ui/figures.tsx';
import { FileDrop } from '../../ui/FileDrop.tsx';
import { ChoiceFilter, FixedFilter, TextFilter } from '../../ui/FilterPill.tsx';
import { FormField } from '../../ui/FormField.tsx';
import { LanguageMenu } from '../../ui/LanguageMenu.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { MessageBubble } from '../../parts/MessageBubble.tsx';
import { OutcomeBar, OutcomeDot, OUTCOMES } from '../../parts/OutcomeBar.tsx';
import { Facts, Page, Section } from '../../ui/Page.tsx';
import { CountryField } from '../../ui/PhoneFields.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';
import { RowMenu } from '../../ui/RowMenu.tsx';
import { SchemeMenu } from '../../ui/SchemeMenu.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { StepHeader } from '../../ui/StepHeader.tsx';
import { PasswordField, TextField } from '../../ui/TextField.tsx';
import { useListAddress } from '../../ui/useListAddress.ts';
import { en } from '../../i18n/en.ts';
import { SAMPLE_CAMPAIGN } from './samples.ts';
import { Tables } from './Tables.tsx';

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

/** Every part of the kit in every state, for looking at and for the accessibility check. No menu leads here. */
export function Gallery() {
  const { t } = useTranslation();
  return (
    <Page
      title={location.pathname}
      purpose={t('product.tagline')}
      back={{ to: '/dashboard', label: t('common.back') }}
      aside={<StatusChip status="ACTIVE" />}
      actions={<Button variant="contained">{t('common.next')}</Button>}
    >
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 5 }}>
        {PARTS.map(([name, Part]) => (
          <Section key={name} title={name}>
            <Part />
          </Section>
        ))}
      </Box>
      <ActionBar note={t('clients.nothingChanged')}>
        <Button variant="outlined" color="inherit">
          {t('common.cancel')}
        </Button>
        <Button variant="contained">{t('clients.save')}</Button>
      </ActionBar>
    </Page>
  );
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', gap: 3, alignItems: 'center', '& + &': { mt: 3 } }}
    >
      {children}
    </Box>
  );
}

function Buttons() {
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

function Type() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
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
    </Box>
  );
}

function Figures() {
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

function Chips() {
  return (
    <Row>
      {[...Object.keys(en.status), ...CARRIER_WORDS].map((status) => (
        <StatusChip key={status} status={status} />
      ))}
    </Row>
  );
}

function Alerts() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      {(['success', 'info', 'warning', 'error'] as const).map((severity) => (
        <Alert
          key={severity}
          severity={severity}
          action={
            <Button size="small" color="inherit">
              {t('common.tryAgain')}
            </Button>
          }
        >
          <AlertTitle>{t('campaigns.draft')}</AlertTitle>
          {t('campaigns.draftText')}
        </Alert>
      ))}
      <ErrorSummary
        errors={[
          { id: 'sample-wrong', message: t('clients.missing.email') },
          { id: 'sample-password', message: t('fields.missing.password') },
        ]}
      />
    </Box>
  );
}

function Fields() {
  const { t } = useTranslation();
  const [value, setValue] = useState<Picked | null>(null);
  const held = (name: string, text = '') => ({ name, value: text, onChange: () => undefined });
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 5,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <TextField
        field={held('sample-empty')}
        label={t('fields.email')}
        help={t('signIn.usernameHelp')}
      />
      <TextField field={held('sample-filled', 'name@company.com')} label={t('fields.email')} />
      <TextField
        field={held('sample-wrong', 'name@')}
        label={t('fields.email')}
        error={t('fields.wrong.email')}
      />
      <TextField
        field={held('sample-disabled', 'name@company.com')}
        label={t('fields.email')}
        disabled
      />
      <PasswordField
        field={held('sample-password', 'Sandbox-2026')}
        label={t('fields.password')}
        help={t('fields.passwordHelp')}
        autoComplete="new-password"
      />
      <TextField
        field={held('sample-lines', t('product.promise'))}
        label={t('fromFile.text')}
        multiline
      />
      <CountryField field={held('sample-country', 'MZ')} value="MZ" />
      <FormField id="sample-select" label={t('clients.level')}>
        {(parts) => (
          <Select
            native
            input={<OutlinedInput />}
            defaultValue="CLIENT"
            inputProps={{ id: parts.id }}
          >
            {Object.entries(en.roles).map(([role, name]) => (
              <option key={role} value={role}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </FormField>
      <ClientPicker
        id="sample-client"
        label={t('clients.under')}
        help={t('clients.underHelp')}
        value={value}
        onChange={setValue}
      />
      <SearchField
        label={t('clients.search')}
        hint={t('clients.searchHint')}
        value=""
        onChange={() => undefined}
      />
      <Box sx={{ gridColumn: '1 / -1' }}>
        <FileDrop
          title={t('fromFile.drop')}
          or={t('fromFile.dropOr')}
          browse={t('fromFile.browse')}
          help={t('fromFile.dropHelp')}
          accept=".csv"
          onFiles={() => undefined}
        />
      </Box>
    </Box>
  );
}

function Choices() {
  const { t } = useTranslation();
  return (
    <Row>
      <RadioGroup row aria-label={t('fields.accountType')} defaultValue="a">
        <FormControlLabel
          value="a"
          control={<Radio size="small" />}
          label={t('fields.types.INDIVIDUAL')}
        />
        <FormControlLabel
          value="b"
          control={<Radio size="small" />}
          label={t('fields.types.COMPANY')}
        />
        <FormControlLabel
          value="c"
          disabled
          control={<Radio size="small" />}
          label={t('clients.off')}
        />
      </RadioGroup>
      <FormControlLabel control={<Switch defaultChecked />} label={t('clients.approval')} />
      <FormControlLabel control={<Switch />} label={t('clients.approval')} />
      <FormControlLabel control={<Switch disabled />} label={t('clients.approval')} />
      <FormControlLabel control={<Checkbox defaultChecked />} label={t('clients.yes')} />
      <FormControlLabel control={<Checkbox indeterminate />} label={t('clients.yes')} />
      <FormControlLabel control={<Checkbox />} label={t('clients.yes')} />
    </Row>
  );
}

function Filters() {
  const { t } = useTranslation();
  const list = useListAddress();
  const choices = [
    { value: 'a', label: t('status.ACTIVE') },
    { value: 'b', label: t('status.BLOCKED') },
  ];
  return (
    <Row>
      <ChoiceFilter
        name={t('clients.status')}
        choices={choices}
        chosen={[]}
        onChange={() => undefined}
      />
      <ChoiceFilter
        name={t('clients.status')}
        choices={choices}
        chosen={['a', 'b']}
        onChange={() => undefined}
      />
      <TextFilter
        name={t('messages.destination')}
        help={t('messages.numberHelp')}
        value=""
        onChange={() => undefined}
      />
      <TextFilter
        name={t('messages.destination')}
        value="+254712345678"
        onChange={() => undefined}
      />
      <FixedFilter
        name={t('messages.campaign')}
        value={SAMPLE_CAMPAIGN.campaignName}
        onClear={() => undefined}
      />
      <DateFilter name={t('campaigns.createdOn')} list={list} />
    </Row>
  );
}

function Menus() {
  const { t } = useTranslation();
  return (
    <Row>
      <RowMenu
        name={SAMPLE_CAMPAIGN.campaignName}
        actions={[
          { key: 'a', label: t('clients.edit'), icon: <StarIcon />, to: '#' },
          {
            key: 'b',
            label: t('clients.block'),
            icon: <StarIcon />,
            danger: true,
            act: () => undefined,
          },
        ]}
      />
      <SchemeMenu />
      <LanguageMenu />
      <CopyButton value="x" name={t('fields.email')} />
    </Row>
  );
}

function Dialogs() {
  const { t } = useTranslation();
  const toast = useToast();
  const [open, setOpen] = useState<'plain' | 'danger' | 'busy' | null>(null);
  return (
    <Row>
      {(['plain', 'danger', 'busy'] as const).map((kind) => (
        <Button
          key={kind}
          variant="outlined"
          color="inherit"
          onClick={() => setOpen(kind)}
        >{`${t('clients.block')} · ${kind}`}</Button>
      ))}
      <Button
        variant="outlined"
        color="inherit"
        onClick={() => toast.success(t('clients.updated'))}
      >
        {t('status.SUCCESS')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => toast.error(t('unreachable'))}>
        {t('status.FAILED')}
      </Button>
      <Button variant="outlined" color="inherit" onClick={() => fatalError(t('unreachable'))}>
        {t('unknownError')}
      </Button>
      <ConfirmDialog
        open={open !== null}
        title={t('clients.blockTitle', { name: SAMPLE_CAMPAIGN.clientName })}
        action={t('clients.block')}
        danger={open !== 'plain'}
        busy={open === 'busy'}
        onConfirm={() => setOpen(null)}
        onClose={() => setOpen(null)}
      >
        {t('clients.blockText')}
      </ConfirmDialog>
    </Row>
  );
}

function Progress() {
  const { t } = useTranslation();
  const { counts, recipientCount } = SAMPLE_CAMPAIGN;
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
      <StepHeader
        label={t('fromFile.title')}
        current={1}
        steps={[
          { label: t('fromFile.steps.recipients'), to: '#' },
          { label: t('fromFile.steps.message') },
          { label: t('fromFile.steps.review') },
        ]}
      />
      <ProgressBar
        label={t('fromFile.reading')}
        value={0.42}
        detail={t('fromFile.uploaded', { done: '1', total: '2' })}
      />
      <ProgressBar label={t('fromFile.preparing')} value={null} />
      <OutcomeBar counts={counts} total={recipientCount} label={t('campaigns.outcome')} />
      <Row>
        {OUTCOMES.map(({ outcome, tone }) => (
          <Box
            component="span"
            key={outcome}
            sx={{ display: 'inline-flex', gap: 2, alignItems: 'center' }}
          >
            <OutcomeDot tone={tone} />
            {t(`campaigns.outcomes.${outcome}`)}
          </Box>
        ))}
      </Row>
      <CampaignProgress campaign={SAMPLE_CAMPAIGN} />
      <Skeleton width={240} />
      <Skeleton variant="rounded" height={60} />
      <Badge badgeContent={12} max={9} color="primary" sx={{ width: 40 }}>
        <StarIcon />
      </Badge>
    </Box>
  );
}

function States() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 3 }}>
      <EmptyState
        icon={<StarIcon />}
        title={t('campaigns.empty')}
        text={t('campaigns.emptyText')}
        action={<Button variant="contained">{t('campaigns.new')}</Button>}
      />
      <ErrorState title={t('list.failed')} text={t('unreachable')} retry={() => undefined} />
    </Box>
  );
}

function Pictures() {
  return (
    <Row>
      <Logo />
      <Box
        sx={(theme) => ({
          p: 4,
          borderRadius: '8px',
          color: theme.vars?.palette.primary.contrastText,
          backgroundColor: theme.vars?.palette.primary.main,
        })}
      >
        <Logo onAccent />
      </Box>
      <ClientAvatar name={SAMPLE_CAMPAIGN.clientName} profileUrl={null} />
      <ClientAvatar name="" profileUrl={null} />
      <ClientAvatar name={SAMPLE_CAMPAIGN.clientName} profileUrl={null} size={38} />
    </Row>
  );
}

function Texts() {
  const { t } = useTranslation();
  return (
    <Box sx={{ display: 'grid', gap: 5 }}>
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
    </Box>
  );
}

const PARTS: readonly (readonly [string, () => ReactNode])[] = [
  ['Button', Buttons],
  ['Type', Type],
  ['Figures', Figures],
  ['StatusChip', Chips],
  ['Alert', Alerts],
  ['Field', Fields],
  ['Choice', Choices],
  ['Filter', Filters],
  ['Menu', Menus],
  ['Dialog, Toast', Dialogs],
  ['Progress', Progress],
  ['State', States],
  ['Logo, ClientAvatar', Pictures],
  ['Text', Texts],
  ['DataTable', Tables],
];
