// Message templates, for customers' software.
import { templates } from './templates.ts';
import { endpoint } from '../endpoint.ts';

/** The portal's calls of templates, for software: same fields, same answers. */
export const restTemplates = {
  list: endpoint({
    ...templates.list,
    path: '/v1/templates',
    key: 'send',
    summary: "The account's message templates, newest first; with a query those that contain it",
  }),
  get: endpoint({ ...templates.get, path: '/v1/templates/:templateId', key: 'send' }),
  create: endpoint({
    ...templates.create,
    path: '/v1/templates',
    key: 'send',
    idempotent: 'optional',
  }),
  update: endpoint({ ...templates.update, path: '/v1/templates/:templateId', key: 'send' }),
  remove: endpoint({ ...templates.remove, path: '/v1/templates/:templateId', key: 'send' }),
};
