export { openApiDocument, type DescribedOperation } from './document.ts';
