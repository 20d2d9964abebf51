import Box from '@mui/material/Box';
import Tooltip from '@mui/material/Tooltip';
import { useTranslation } from 'react-i18next';
import { type Contact } from '../../../contract/api/contacts.ts';
import type { Column } from '../../ui/data-table/column.ts';
import { DASH, Time } from '../../ui/figures/figures.tsx';
import { Reachability } from './Reachability.tsx';
import { areNumbers, ownFields, written } from './contactText.ts';

/** The fields that most of the contacts have are columns; the rest is one. */
const SHOWN_FIELDS = 3;
/** As part of the name of a class. */
const keyOf = (name: string) =>
  `own-${name.replaceAll(/[^A-Za-z0-9]/g, (sign) => `_${sign.codePointAt(0)!.toString(16)}`)}`;
const without = (attributes: Contact['attributes'], names: readonly string[]) =>
  Object.fromEntries(Object.entries(attributes).filter(([name]) => !names.includes(name)));

/** The columns of a list of contacts. @param groupId of the page's own group, which every row would name */
export function useContactColumns(
  rows: readonly Contact[],
  groupId: string | undefined,
): Column<Contact>[] {
  const { t } = useTranslation();
  const names = ownFields(rows);
  const own = names.slice(0, SHOWN_FIELDS);
  const groupsOf = ({ groups }: Contact) =>
    groups
      .filter((group) => group.groupId !== groupId)
      .map(({ groupName }) => groupName)
      .join(', ');
  return [
    {
      key: 'phone',
      label: t('contacts.phone'),
      onPhone: true,
      cell: ({ phone }) => (
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
          {phone}
        </Box>
      ),
      value: ({ phone }) => phone,
    },
    {
      key: 'email',
      label: t('contacts.email'),
      // Own fields come first where the card has no room for all.
      from: 900 + 120 * own.length,
      width: 24,
      cell: ({ email }) => email || DASH,
      value: ({ email }) => email,
    },
    {
      key: 'groups',
      label: t(groupId === undefined ? 'contacts.groups' : 'contacts.otherGroups'),
      from: 640,
      grows: true,
      onPhone: true,
      // Most contacts of a group are in no other.
      cell: (contact) => groupsOf(contact) || (groupId === undefined ? DASH : null),
      value: groupsOf,
    },
    ...own.map((name, at): Column<Contact> => ({
      key: keyOf(name),
      label: name,
      onPhone: at < 2,
      from: 860 + 90 * at,
      width: 14,
      figure: areNumbers(rows, name),
      cell: ({ attributes }) => attributes[name] ?? DASH,
      value: ({ attributes }) => attributes[name] ?? '',
    })),
    ...(names.length > own.length
      ? [
          {
            key: 'attributes',
            label: t('contacts.attributesMore'),
            from: 1100,
            width: 24,
            cell: ({ attributes }: Contact) => written(without(attributes, own)) || DASH,
            value: ({ attributes }: Contact) => written(without(attributes, own)),
          },
        ]
      : []),
    {
      key: 'state',
      label: t('contacts.state'),
      onPhone: true,
      cell: ({ optedOutTimestamp }) =>
        optedOutTimestamp === null ? null : <Reachability at={optedOutTimestamp} />,
      value: ({ optedOutTimestamp }) =>
        optedOutTimestamp === null ? t('contacts.reachable') : t('contacts.optedOut'),
    },
    {
      key: 'consent',
      label: t('contacts.consent'),
      from: 1280,
      width: 22,
      cell: ({ consent }) =>
        consent === null ? (
          DASH
        ) : (
          <Tooltip describeChild title={consent.how}>
            <span>{consent.what}</span>
          </Tooltip>
        ),
      value: ({ consent }) => consent?.what ?? '',
    },
    {
      key: 'changed',
      label: t('contacts.changed'),
      figure: true,
      from: 780,
      cell: ({ updateTimestamp }) => <Time at={updateTimestamp} />,
    },
  ];
}
