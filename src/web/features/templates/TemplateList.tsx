import AddIcon from '@mui/icons-material/Add';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import EditIcon from '@mui/icons-material/EditOutlined';
import TemplatesIcon from '@mui/icons-material/DescriptionOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { measureText } from '../../../contract/shared/sms.ts';
import { placeholders } from '../../../contract/shared/template.ts';
import { templates, type MessageTemplate } from '../../../contract/api/templates.ts';
import { useGet, useSend } from '../../parts/queries.ts';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { DataTable } from '../../ui/data-table/DataTable.tsx';
import { type Column } from '../../ui/data-table/column.ts';
import { Time, useFormat } from '../../ui/figures/figures.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { SearchField } from '../../ui/lists/SearchField.tsx';
import { EmptyState } from '../../ui/page/states.tsx';
import { useToast } from '../../ui/dialogs/Toasts.tsx';
import { useListAddress } from '../../ui/lists/useListAddress.ts';
import { TemplateCard } from './TemplateCard.tsx';
import { TemplateDialog } from './TemplateDialog.tsx';

const FILTERS = ['q'] as const;

/** Texts kept for the next time. */
export function TemplateList() {
  const { t } = useTranslation();

  const toast = useToast();
  const list = useListAddress();
  const query = useGet(
    templates.list,
    { pageSize: list.pageSize, pageToken: list.token, 'filter.query': list.value('q') },
    { keep: true },
  );
  const [writing, setWriting] = useState<MessageTemplate | 'new' | null>(null);
  const [deleting, setDeleting] = useState<MessageTemplate | null>(null);
  const remove = useSend(templates.remove, {
    changes: [templates.list],
    done: () => {
      setDeleting(null);
      toast.success(t('templates.deleted'));
    },
  });

  const columns = useColumns();
  const create = (
    <Button variant="contained" startIcon={<AddIcon />} onClick={() => setWriting('new')}>
      {t('templates.create')}
    </Button>
  );

  return (
    <Page title={t('templates.title')} purpose={t('templates.purpose')} actions={create}>
      <DataTable
        label={t('templates.title')}
        query={query}
        rowsOf={(page) => page.messageTemplates}
        keyOf={({ templateId }) => templateId}
        list={list}
        filters={FILTERS}
        columns={columns}
        nameLabel={t('templates.name')}
        name={({ name, templateId }) => ({
          text: name,
          to: `/dashboard/campaigns/send-sms?template=${templateId}`,
        })}
        card={(template) => (
          <TemplateCard
            template={template}
            actions={[
              {
                key: 'edit',
                label: t('templates.edit'),
                icon: <EditIcon />,
                act: () => setWriting(template),
              },
              {
                key: 'delete',
                label: t('templates.delete'),
                icon: <DeleteIcon />,
                danger: true,
                act: () => setDeleting(template),
              },
            ]}
          />
        )}
        toolbar={
          <SearchField
            label={t('templates.search')}
            hint={t('templates.searchHint')}
            value={list.value('q')}
            onChange={(text) => list.filter({ q: text === '' ? [] : [text] })}
          />
        }
        empty={
          <EmptyState
            icon={<TemplatesIcon />}
            title={t('templates.empty')}
            text={t('templates.emptyText')}
            action={create}
          />
        }
      />
      {writing !== null && (
        <TemplateDialog
          template={writing === 'new' ? null : writing}
          onClose={() => setWriting(null)}
        />
      )}
      <ConfirmDialog
        open={deleting !== null}
        title={t('templates.deleteTitle')}
        action={t('templates.delete')}
        danger
        busy={remove.isPending}
        onConfirm={() => {
          if (deleting) remove.mutate({ templateId: deleting.templateId });
        }}
        onClose={() => setDeleting(null)}
      >
        {deleting && t('templates.deleteText', { name: deleting.name })}
      </ConfirmDialog>
    </Page>
  );
}

/** The columns of the exported file. */
function useColumns(): Column<MessageTemplate>[] {
  const { t } = useTranslation();
  const { number } = useFormat();
  return [
    { key: 'text', label: t('fromFile.text'), cell: ({ text }) => text },
    {
      key: 'placeholders',
      label: t('templates.placeholders'),
      value: ({ text }) => placeholders(text).join(' '),
      cell: ({ text }) => placeholders(text).join(' '),
    },
    {
      key: 'segments',
      label: t('campaigns.segments'),
      value: ({ text }) => measureText(text).segments,
      cell: ({ text }) => number(measureText(text).segments),
    },
    {
      key: 'updated',
      label: t('templates.updated'),
      cell: ({ updateTimestamp }) => <Time at={updateTimestamp} />,
    },
  ];
}
