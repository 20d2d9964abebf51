import AddIcon from '@mui/icons-material/Add';
import EditIcon from '@mui/icons-material/EditOutlined';
import RemoveIcon from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { verifications, type VerificationText } from '../../../contract/api/verifications.ts';
import { messageOf } from '../../api/call.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { SideScroll } from '../../ui/page/layout.tsx';
import { Section } from '../../ui/page/Page.tsx';
import { RowMenu } from '../../ui/lists/RowMenu.tsx';
import { ErrorState } from '../../ui/page/states.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { CodeTextDialog } from './CodeTextDialog.tsx';

// A phone has the language under the brand.
const WIDE_ONLY = { display: { xs: 'none', sm: 'table-cell' } } as const;

/** The account's own texts of its codes, by brand and language. */
export function CodeTexts() {
  const { t } = useTranslation();
  const toast = useToast();
  const query = useGet(verifications.texts, {});
  const [editing, setEditing] = useState<VerificationText | 'new' | null>(null);
  const [removing, setRemoving] = useState<VerificationText | null>(null);
  const remove = useSend(verifications.removeText, {
    changes: [verifications.texts],
    done: () => {
      setRemoving(null);
      toast.success(t('verifications.textRemoved'));
    },
  });
  const brandOf = ({ brand }: VerificationText) => brand || t('verifications.anyBrand');
  const languageOf = ({ language }: VerificationText) => t(`verifications.languages.${language}`);
  if (query.data === undefined && query.isError)
    return (
      <Section>
        <ErrorState
          title={t('list.failed')}
          text={messageOf(query.error)}
          retry={() => void query.refetch()}
        />
      </Section>
    );
  const rows = query.data?.texts ?? [];
  return (
    <Section
      title={t('verifications.texts')}
      flush
      action={
        <Button
          size="small"
          variant="outlined"
          color="inherit"
          startIcon={<AddIcon />}
          onClick={() => setEditing('new')}
        >
          {t('verifications.addText')}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary" sx={{ px: { xs: 4, sm: 5 }, pb: 3 }}>
        {t('verifications.textsText')}
      </Typography>
      {rows.length > 0 && (
        <SideScroll tabIndex={0} role="region" aria-label={t('verifications.texts')}>
          <Table aria-label={t('verifications.texts')}>
            <TableHead>
              <TableRow>
                <TableCell>{t('verifications.brand')}</TableCell>
                <TableCell sx={WIDE_ONLY}>{t('verifications.language')}</TableCell>
                <TableCell>{t('verifications.text')}</TableCell>
                <TableCell component="td" />
              </TableRow>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <TableRow key={`${row.language} ${row.brand}`}>
                  <TableCell>
                    <Box
                      sx={{ fontWeight: 550, ...(row.brand === '' && { whiteSpace: 'nowrap' }) }}
                    >
                      {brandOf(row)}
                    </Box>
                    <Typography
                      variant="caption"
                      component="div"
                      color="textSecondary"
                      sx={{ display: { sm: 'none' } }}
                    >
                      {languageOf(row)}
                    </Typography>
                  </TableCell>
                  <TableCell sx={WIDE_ONLY}>{languageOf(row)}</TableCell>
                  <TableCell sx={{ minWidth: 160 }}>{row.text}</TableCell>
                  <TableCell align="right">
                    <RowMenu
                      name={`${brandOf(row)} ${languageOf(row)}`}
                      actions={[
                        {
                          key: 'edit',
                          label: t('verifications.editText'),
                          icon: <EditIcon />,
                          act: () => setEditing(row),
                        },
                        {
                          key: 'remove',
                          label: t('verifications.removeText'),
                          icon: <RemoveIcon />,
                          danger: true,
                          act: () => setRemoving(row),
                        },
                      ]}
                    />
                  </TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </SideScroll>
      )}
      {editing !== null && (
        <CodeTextDialog row={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
      <ConfirmDialog
        open={removing !== null}
        title={t('verifications.removeTextTitle')}
        action={t('verifications.removeText')}
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => {
          if (removing) remove.mutate({ brand: removing.brand, language: removing.language });
        }}
      >
        {t('verifications.removeTextText')}
      </ConfirmDialog>
    </Section>
  );
}
