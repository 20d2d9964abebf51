import Link from '@mui/material/Link';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import type {
  EntryReason,
  PlaysmsPreview,
  PlaysmsUser,
} from '../../../contract/api/playsms-imports.ts';
import type { en } from '../../i18n/en.ts';
import { useFormat } from '../../ui/figures.tsx';
import { SideScroll } from '../../ui/layout.tsx';
import { Section } from '../../ui/Page.tsx';

/** In a narrow card these columns are lines below the others: all are as wide in Portuguese. */
const IS_NARROW = '@container (max-width: 799.95px)';
const WIDE = { [IS_NARROW]: { display: 'none' } } as const;
const NARROW = { display: 'none', [IS_NARROW]: { display: 'block' } } as const;
/** The number of the line is below the user on a phone. */
const PHONE_NOT = { '@container (max-width: 479.95px)': { display: 'none' } } as const;
const PHONE_ONLY = { '@container (min-width: 480px)': { display: 'none' } } as const;
const FIRST_ON_PHONE = { '@container (max-width: 479.95px)': { pl: 4 } } as const;
/** A column whose texts break wherever they have to. */
const BREAKS = { minWidth: 96, overflowWrap: 'anywhere' } as const;

/** Users, each with what it becomes. */
export function UserTable({ users }: { users: readonly PlaysmsUser[] }) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const outcome = ({ outcome: kind, reason, accessLevel, parentUsername }: PlaysmsUser) => {
    if (reason !== null) return t(`playsms.reasons.${reason}`);
    if (kind === 'EXISTING' || accessLevel === null) return t('playsms.existing');
    const level = t(`roles.${accessLevel}`);
    return parentUsername === null
      ? t('playsms.newClient', { level })
      : t('playsms.newBelow', { level, parent: parentUsername });
  };
  return (
    <Section title={t('playsms.users', { value: number(users.length) })} flush>
      <SideScroll isContainer>
        <Table size="small" aria-label={t('playsms.users', { value: number(users.length) })}>
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
                  {user.name !== '' && (
                    <Typography variant="body2" color="textSecondary">
                      {user.name}
                    </Typography>
                  )}
                  <Typography variant="body2" color="textSecondary" sx={NARROW}>
                    {user.email}
                  </Typography>
                </TableCell>
                <TableCell
                  sx={{
                    ...BREAKS,
                    ...(user.outcome === 'LEFT_OUT' && { color: 'text.secondary' }),
                  }}
                >
                  {user.clientId === null ? (
                    outcome(user)
                  ) : (
                    <Link component={RouterLink} to={`/dashboard/clients/view/${user.clientId}`}>
                      {outcome(user)}
                    </Link>
                  )}
                  {user.outcome !== 'LEFT_OUT' && (
                    <Typography variant="body2" color="textSecondary" sx={NARROW}>
                      {(['contacts', 'groups', 'templates'] as const)
                        .filter((of) => user[of] > 0)
                        .map((of) => `${t(`playsms.${of}`)}: ${number(user[of])}`)
                        .join(' · ')}
                    </Typography>
                  )}
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
  return (
    <Section title={t('playsms.templateList')} flush>
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {t('playsms.templateListHelp')}
      </Typography>
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
                <TableCell sx={{ minWidth: 120, whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                  {text}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
    </Section>
  );
}

type OwnReason = Exclude<keyof typeof en.playsms.entryReasons, 'number'>;

/** The first entries that are left out or changed, by the lines of the dump. */
export function EntryTable({ preview: { entries, entryCount } }: { preview: PlaysmsPreview }) {
  const { t, i18n } = useTranslation();
  const { number } = useFormat();
  const isOwn = (reason: EntryReason): reason is OwnReason =>
    i18n.exists(`playsms.entryReasons.${reason}`);
  const title = t('playsms.entries', { value: number(entryCount) });
  return (
    <Section title={title} flush>
      <SideScroll isContainer>
        <Table size="small" aria-label={title}>
          <TableHead>
            <TableRow>
              <TableCell sx={{ width: 72, ...PHONE_NOT }}>{t('playsms.line')}</TableCell>
              <TableCell sx={FIRST_ON_PHONE}>{t('playsms.user')}</TableCell>
              <TableCell>{t('playsms.what')}</TableCell>
              <TableCell>{t('playsms.why')}</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {entries.map(({ line, username, kind, reason }, at) => (
              <TableRow key={at}>
                <TableCell sx={PHONE_NOT}>{number(line)}</TableCell>
                <TableCell sx={{ ...BREAKS, minWidth: 64, ...FIRST_ON_PHONE }}>
                  {username}
                  <Typography
                    variant="caption"
                    component="div"
                    color="textSecondary"
                    sx={PHONE_ONLY}
                  >
                    {`${t('playsms.line')} ${number(line)}`}
                  </Typography>
                </TableCell>
                <TableCell>{t(`playsms.kinds.${kind}`)}</TableCell>
                <TableCell>
                  {isOwn(reason)
                    ? t(`playsms.entryReasons.${reason}`)
                    : t('playsms.entryReasons.number', { reason: t(`contacts.reasons.${reason}`) })}
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </SideScroll>
      {entries.length < entryCount && (
        <Typography variant="body2" color="textSecondary" sx={{ p: 4 }}>
          {t('playsms.entriesShown', { value: number(entries.length) })}
        </Typography>
      )}
    </Section>
  );
}
