import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { JsonSchema } from '../../../contract/openapi/types.ts';
import { useDocs } from './docs.ts';
import { Inline, InlineCode } from './Part.tsx';
import { boundsOf, choicesOf, typeWord, type Field } from './reading.ts';

/** The fields of a call's input or output. */
export function FieldList({
  title,
  fields,
  demands,
}: {
  title: string;
  fields: readonly Field[];
  /** Marks required fields. */ demands?: boolean;
}) {
  if (fields.length === 0) return null;
  return (
    <Box sx={{ mt: 6 }}>
      <Typography variant="subtitle1" component="h4">
        {title}
      </Typography>
      <Box
        component="dl"
        sx={(theme) => ({ m: 0, mt: 2, borderTop: `1px solid ${theme.vars?.palette.divider}` })}
      >
        {fields.map((field) => (
          <Row key={field.name} field={field} demands={demands ?? false} />
        ))}
      </Box>
    </Box>
  );
}

function Row({
  field: { name, depth, schema, required },
  demands,
}: {
  field: Field;
  demands: boolean;
}) {
  const { t } = useTranslation();
  const { document } = useDocs();
  return (
    <Box
      sx={(theme) => ({
        py: 3,
        pl: depth * 4,
        borderBottom: `1px solid ${theme.vars?.palette.divider}`,
      })}
    >
      <Box
        component="dt"
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'baseline',
          columnGap: 2,
          rowGap: 0.5,
        }}
      >
        <Box
          component="span"
          sx={{
            fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
            fontSize: 13,
            fontWeight: 600,
            overflowWrap: 'anywhere',
          }}
        >
          {name}
        </Box>
        <Typography variant="caption" component="span" color="textSecondary">
          {typeWord(document, schema)}
        </Typography>
        {demands && required && (
          <Typography
            variant="caption"
            component="span"
            sx={(theme) => ({ color: theme.vars?.palette.primary.main, fontWeight: 600 })}
          >
            {t('apidocs.required')}
          </Typography>
        )}
      </Box>
      <Box component="dd" sx={{ m: 0 }}>
        {schema.description !== undefined && (
          <Typography variant="body2" component="p" color="textSecondary" sx={{ mt: 1 }}>
            <Inline text={schema.description} />
          </Typography>
        )}
        <Limits schema={schema} />
      </Box>
    </Box>
  );
}

function Limits({ schema }: { schema: JsonSchema }) {
  const { t, i18n } = useTranslation();
  const { document } = useDocs();
  const bounds = boundsOf(document, schema);
  const choices = choicesOf(document, schema);
  if (bounds.length === 0 && choices.length === 0) return null;
  return (
    <Typography
      variant="caption"
      component="p"
      color="textSecondary"
      sx={{ mt: 1.5, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'baseline' }}
    >
      {choices.length > 0 && (
        <span>
          {t('apidocs.bounds.choices')}{' '}
          {choices.map((choice, at) => (
            <span key={String(choice)}>
              {at > 0 && ' '}
              <InlineCode>{String(choice)}</InlineCode>
            </span>
          ))}
        </span>
      )}
      {bounds.length > 0 && (
        <span>
          {bounds
            .map(({ name, value }) =>
              t(`apidocs.bounds.${name}`, {
                value: /^\d+$/.test(value) ? Number(value).toLocaleString(i18n.language) : value,
              }),
            )
            .join(', ')}
        </span>
      )}
    </Typography>
  );
}
