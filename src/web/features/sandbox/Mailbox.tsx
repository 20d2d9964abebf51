import BackIcon from '@mui/icons-material/ArrowBack';
import MailIcon from '@mui/icons-material/MailOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import type { Output } from '../../../contract/endpoint.ts';
import { email } from '../../../contract/shared/fields.ts';
import { sandbox, type SandboxMail } from '../../../contract/api/sandbox.ts';
import { LIVE, useGet } from '../../parts/queries.ts';
import { messageOf } from '../../api/call.ts';
import { Time, useFormat, useNow } from '../../ui/figures/figures.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { EmptyState, ErrorState } from '../../ui/page/states.tsx';
import { Chooser } from './Chooser.tsx';
import { Code } from './Code.tsx';
import { Linked } from './Linked.tsx';
import { Recent } from './Recent.tsx';

type Latest = NonNullable<Output<typeof sandbox.latest>['mailboxes']>;
type People = Output<typeof sandbox.accounts>['accounts'];
type Props = {
  address: string;
  read: number | null;
  boxes: Latest;
  own: boolean;
  people: People;
  onAddress(address: string): void;
  onRead(mailId: number | null): void;
};

/** The mail of one address: its list, and the message that is open. */
export function Mailbox({ address, read, boxes, own, people, onAddress, onRead }: Props) {
  const { t } = useTranslation();
  const { relative } = useFormat();
  const valid = z.safeParse(email, address).success;
  const query = useGet(sandbox.mailbox, { address }, { when: valid, every: () => LIVE });
  const now = useNow();
  const recent = boxes.map((box) => ({
    value: box.address,
    about: relative(box.arriveTimestamp, now),
  }));
  const choices = [
    ...recent,
    ...people
      .filter((person) => !boxes.some((box) => box.address === person.email))
      .map((person) => ({ value: person.email, about: t(`roles.${person.accessLevel}`) })),
  ];
  if (own)
    return (
      <Section>
        <EmptyState
          icon={<MailIcon />}
          title={t('sandbox.mailbox.own')}
          text={t('sandbox.mailbox.ownText')}
        />
      </Section>
    );
  return (
    <Section title={t('sandbox.mail')}>
      <Chooser
        id="mailbox"
        type="email"
        label={t('sandbox.mailbox.address')}
        hint={t('sandbox.mailbox.hint')}
        value={address}
        choices={choices}
        error={address !== '' && !valid ? t('sandbox.mailbox.wrong') : undefined}
        onChoose={onAddress}
      />
      <Box
        sx={(theme) => ({
          mt: 5,
          mx: { xs: -4, sm: -5 },
          mb: { xs: -4, sm: -5 },
          borderTop: `1px solid ${theme.vars?.palette.divider}`,
        })}
      >
        {valid ? (
          <Mails address={address} query={query} read={read} onRead={onRead} />
        ) : (
          <>
            <EmptyState
              icon={<MailIcon />}
              title={t('sandbox.mailbox.choose')}
              text={t('sandbox.mailbox.chooseText')}
            />
            <Recent label={t('sandbox.mailbox.recent')} choices={recent} onChoose={onAddress} />
          </>
        )}
      </Box>
    </Section>
  );
}

type MailsProps = {
  address: string;
  query: ReturnType<typeof useGet<typeof sandbox.mailbox>>;
  read: number | null;
  onRead(mailId: number | null): void;
};

function Mails({ address, query, read, onRead }: MailsProps) {
  const { t } = useTranslation();
  const wide = useMediaQuery('(min-width: 1224px)');
  const mails = query.data?.mails;
  if (mails === undefined) {
    if (query.isError)
      return (
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      );
    return (
      <Box role="status" aria-label={t('loading')} sx={{ p: 5, display: 'grid', gap: 3 }}>
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} variant="rounded" height={52} />
        ))}
      </Box>
    );
  }
  if (mails.length === 0)
    return (
      <EmptyState
        icon={<MailIcon />}
        title={t('sandbox.mailbox.empty')}
        text={t('sandbox.mailbox.emptyText', { address })}
      />
    );
  const open = mails.find(({ mailId }) => mailId === read) ?? (wide ? mails[0] : undefined);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: wide ? '280px minmax(0, 1fr)' : 'minmax(0, 1fr)',
        minHeight: { md: 420 },
      }}
    >
      {(wide || open === undefined) && (
        <Box
          component="ul"
          aria-label={t('sandbox.mailbox.list', { address })}
          sx={(theme) => ({
            m: 0,
            p: 2,
            listStyle: 'none',
            borderRight: wide ? `1px solid ${theme.vars?.palette.divider}` : 0,
            maxHeight: 640,
            overflowY: 'auto',
          })}
        >
          {mails.map((mail) => (
            <li key={mail.mailId}>
              <Row mail={mail} open={mail === open} onOpen={() => onRead(mail.mailId)} />
            </li>
          ))}
        </Box>
      )}
      {open && <Reader mail={open} onBack={wide ? undefined : () => onRead(null)} />}
    </Box>
  );
}

function Row({ mail, open, onOpen }: { mail: SandboxMail; open: boolean; onOpen(): void }) {
  const { t } = useTranslation();
  return (
    <ButtonBase
      onClick={onOpen}
      aria-current={open || undefined}
      sx={(theme) => ({
        width: '100%',
        display: 'block',
        textAlign: 'left',
        px: 3,
        py: 2.5,
        borderRadius: 'var(--corner)',
        ...(open && { backgroundColor: theme.vars?.palette.surface.accent }),
        '&:hover': {
          backgroundColor: open
            ? theme.vars?.palette.surface.accent
            : theme.vars?.palette.action.hover,
        },
        '&:focus-visible': {
          outline: `2px solid ${theme.vars?.palette.primary.main}`,
          outlineOffset: -2,
        },
      })}
    >
      <Typography variant="subtitle2" component="span" noWrap sx={{ display: 'block' }}>
        {mail.subject || t('sandbox.mailbox.noSubject')}
      </Typography>
      <Typography
        variant="caption"
        component="span"
        color="textSecondary"
        sx={{ display: 'flex', justifyContent: 'space-between', gap: 2 }}
      >
        <Box
          component="span"
          sx={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {nameOf(mail.from)}
        </Box>
        <Time at={mail.arriveTimestamp} />
      </Typography>
    </ButtonBase>
  );
}

function Reader({ mail, onBack }: { mail: SandboxMail; onBack?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { minute } = useFormat();
  return (
    <Box
      component="article"
      aria-label={t('sandbox.mailbox.read')}
      sx={{ p: { xs: 4, sm: 5 }, minWidth: 0 }}
    >
      {onBack && (
        <Button
          size="small"
          color="inherit"
          startIcon={<BackIcon />}
          onClick={onBack}
          sx={{ ml: -2.5, mb: 3 }}
        >
          {t('sandbox.mailbox.back')}
        </Button>
      )}
      <Typography variant="h2" sx={{ overflowWrap: 'anywhere' }}>
        {mail.subject || t('sandbox.mailbox.noSubject')}
      </Typography>
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ mt: 1, mb: 4, overflowWrap: 'anywhere' }}
      >{`${t('sandbox.mailbox.from', { from: mail.from })} · ${minute(mail.arriveTimestamp)}`}</Typography>
      <Code text={mail.text} />
      <Typography component="div" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Linked text={mail.text.trim()} />
      </Typography>
    </Box>
  );
}

/** The name in `"Tuma" <no-reply@tuma.test>`. */
const nameOf = (from: string): string => /^\s*"?([^"<]+?)"?\s*</.exec(from)?.[1] ?? from;
