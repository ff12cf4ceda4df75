import type { Reply } from '@pid/contract/client';

export type PermissionRequest = Reply<'describePermissionRequest'>;
export type Permission = Reply<'listPermissions'>['items'][number];
export type PermissionDetail = Reply<'getPermission'>;
export type RemainingLimit = Permission['remaining'][number];
