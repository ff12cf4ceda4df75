export { walletRoutes } from './wallet.routes.ts';
