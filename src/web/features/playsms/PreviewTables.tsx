import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type {
  EntryReason,
  PlaysmsPreview,
  PlaysmsUser,
} from '../../../contract/api/playsms-imports.ts';
import type { en } from '../../i18n/en.ts';
import { useFormat } from '../../ui/figures/figures.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { usePhone } from '../../ui/page/usePhone.ts';

/** In a narrow card these columns are lines below the others: all are as wide in Portuguese. */
const IS_NARROW = '@container (max-width: 799.95px)';
const WIDE = { [IS_NARROW]: { display: 'none' } } as const;
const NARROW = { display: 'none', [IS_NARROW]: { display: 'block' } } as const;
/** A column whose texts break wherever they have to. */
const BREAKS = { minWidth: 96, overflowWrap: 'anywhere' } as const;

/** The rows of a table below each other, for phones: each has the whole width. */
function PhoneRows({ label, children }: { label: string; children: readonly ReactNode[] }) {
  return (
    <Box component="ul" aria-label={label} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children.map((row, at) => (
        <Box
          component="li"
          key={at}
          sx={(theme) => ({
            px: 4,
            py: 3,
            borderTop: `1px solid ${theme.vars?.palette.divider}`,
            fontSize: 13,
            lineHeight: '20px',
            overflowWrap: 'anywhere',
          })}
        >
          {row}
        </Box>
      ))}
    </Box>
  );
}

/** The first line of a row on a phone. */
const Head = ({ children }: { children: ReactNode }) => (
  <Box sx={{ fontWeight: 550 }}>{children}</Box>
);
/** A further line. */
const More = ({ children, sx }: { children: ReactNode; sx?: typeof NARROW }) => (
  <Typography variant="body2" color="textSecondary" {...(sx && { sx })}>
    {children}
  </Typography>
);

/** The outcome of a user, with a link to the account that is there already. */
function Outcome({
  user: { outcome, reason, accessLevel, parentUsername, clientId },
}: {
  user: PlaysmsUser;
}) {
  const { t } = useTranslation();
  const words = () => {
    if (reason !== null) return t(`playsms.reasons.${reason}`);
    if (outcome === 'EXISTING' || accessLevel === null) return t('playsms.existing');
    const level = accessLevel === 'COMPANY' ? 'COMPANY' : 'CLIENT';
    return parentUsername === null
      ? t(`playsms.newLevels.${level}`)
      : t(`playsms.newBelow.${level}`, { parent: parentUsername });
  };
  return clientId === null ? (
    words()
  ) : (
    <Link component={RouterLink} to={`/dashboard/clients/view/${clientId}`}>
      {words()}
    </Link>
  );
}

/** Contacts, groups and templates that come with a user, where there are any. */
function useBrought() {
  const { t } = useTranslation();
  const { number } = useFormat();
  return (user: PlaysmsUser) =>
    user.outcome === 'LEFT_OUT'
      ? ''
      : (['contacts', 'groups', 'templates'] as const)
          .filter((of) => user[of] > 0)
          .map((of) => `${t(`playsms.${of}`)}: ${number(user[of])}`)
          .join(' · ');
}

/** Users, each with what it becomes. */
export function UserTable({ users }: { users: readonly PlaysmsUser[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const brought = useBrought();
  const title = t('playsms.users', { value: number(users.length) });
  if (usePhone())
    return (
      <Section title={title} flush>
        <PhoneRows label={title}>
          {users.map((user) => (
            <Fragment key={user.line + user.username}>
              <Head>
                {user.username}
                {user.name !== '' && ` · ${user.name}`}
              </Head>
              {user.email !== '' && <More>{user.email}</More>}
              <Box sx={{ mt: 1, ...(user.outcome === 'LEFT_OUT' && { color: 'text.secondary' }) }}>
                <Outcome user={user} />
              </Box>
              {brought(user) !== '' && <More>{brought(user)}</More>}
            </Fragment>
          ))}
        </PhoneRows>
      </Section>
    );
  return (
    <Section title={title} flush>
      <SideScroll isContainer>
        <Table size="small" aria-label={title}>
          <TableHead>
            <TableRow>
              <TableCell>{t('playsms.user')}</TableCell>
              <TableCell>{t('playsms.becomes')}</TableCell>
              <TableCell sx={WIDE}>{t('playsms.email')}</TableCell>
              <TableCell align="right" sx={WIDE}>
                {t('playsms.contacts')}
              </TableCell>
              <TableCell align="right" sx={WIDE}>
                {t('playsms.groups')}
              </TableCell>
              <TableCell align="right" sx={WIDE}>
                {t('playsms.templates')}
              </TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {users.map((user) => (
              <TableRow key={user.line + user.username}>
                <TableCell sx={BREAKS}>
                  {user.username}
                  {user.name !== '' && <More>{user.name}</More>}
                  <More sx={NARROW}>{user.email}</More>
                </TableCell>
                <TableCell
                  sx={{
                    ...BREAKS,
                    ...(user.outcome === 'LEFT_OUT' && { color: 'text.secondary' }),
                  }}
                >
                  <Outcome user={user} />
                  <More sx={NARROW}>{brought(user)}</More>
                </TableCell>
                <TableCell sx={{ ...WIDE, ...BREAKS }}>{user.email}</TableCell>
                <TableCell align="right" sx={WIDE}>
                  {number(user.contacts)}
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  {number(user.groups)}
                </TableCell>
                <TableCell align="right" sx={WIDE}>
                  {number(user.templates)}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}

/** The first templates, their fields translated. */
export function TemplateTable({ templates }: { templates: PlaysmsPreview['templates'] }) {
  const { t } = useTranslation();
  const isPhone = usePhone();
  return (
    <Section title={t('playsms.templateList')} flush>
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {t('playsms.templateListHelp')}
      </Typography>
      {isPhone ? (
        <PhoneRows label={t('playsms.templateList')}>
          {templates.map(({ username, name, text }) => (
            <Fragment key={`${username} ${name}`}>
              <Head>
                {t('playsms.of', {
                  entry: t('playsms.named.TEMPLATE', { subject: name }),
                  user: username,
                })}
              </Head>
              <Box sx={{ whiteSpace: 'pre-wrap' }}>{text}</Box>
            </Fragment>
          ))}
        </PhoneRows>
      ) : (
        <SideScroll>
          <Table size="small" aria-label={t('playsms.templateList')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('playsms.user')}</TableCell>
                <TableCell>{t('playsms.template')}</TableCell>
                <TableCell>{t('playsms.text')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {templates.map(({ username, name, text }) => (
                <TableRow key={`${username} ${name}`}>
                  <TableCell sx={{ ...BREAKS, minWidth: 64 }}>{username}</TableCell>
                  <TableCell sx={{ ...BREAKS, minWidth: 64 }}>{name}</TableCell>
                  <TableCell
                    sx={{ minWidth: 120, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                  >
                    {text}
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
    </Section>
  );
}

type OwnReason = Exclude<keyof typeof en.playsms.entryReasons, 'number'>;

type Entry = PlaysmsPreview['entries'][number];

/** The first entries that are left out or changed, by the lines of the dump. */
export function EntryTable({ preview: { entries, entryCount } }: { preview: PlaysmsPreview }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const isPhone = usePhone();
  const isOwn = (reason: EntryReason): reason is OwnReason =>
    i18n.exists(`playsms.entryReasons.${reason}`);
  const title = t('playsms.entries', { value: number(entryCount) });
  const nameOf = ({ kind, subject = '' }: Entry) =>
    subject === '' ? t(`playsms.kinds.${kind}`) : t(`playsms.named.${kind}`, { subject });
  const why = ({ reason }: Entry) =>
    isOwn(reason)
      ? t(`playsms.entryReasons.${reason}`)
      : t('playsms.entryReasons.number', { reason: t(`contacts.reasons.${reason}`) });
  return (
    <Section title={title} flush>
      {isPhone ? (
        <PhoneRows label={title}>
          {entries.map((entry, at) => (
            <Fragment key={at}>
              <Head>{t('playsms.of', { entry: nameOf(entry), user: entry.username })}</Head>
              {why(entry)}
              <More>{t('playsms.lineOf', { value: number(entry.line) })}</More>
            </Fragment>
          ))}
        </PhoneRows>
      ) : (
        <SideScroll>
          <Table size="small" aria-label={title}>
            <TableHead>
              <TableRow>
                <TableCell>{t('playsms.what')}</TableCell>
                <TableCell>{t('playsms.user')}</TableCell>
                <TableCell>{t('playsms.why')}</TableCell>
                <TableCell align="right">{t('playsms.line')}</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {entries.map((entry, at) => (
                <TableRow key={at}>
                  <TableCell sx={BREAKS}>{nameOf(entry)}</TableCell>
                  <TableCell sx={BREAKS}>{entry.username}</TableCell>
                  <TableCell>{why(entry)}</TableCell>
                  <TableCell align="right">{number(entry.line)}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {entries.length < entryCount && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 4 }}>
          {t('playsms.entriesShown', { value: number(entries.length) })}
        </Typography>
      )}
    </Section>
  );
}
