/** Opens the board's listener, where the operator turned it on. */
import type { Approval } from '@copydesk/domain/material/approval';
import type { Prices } from '@copydesk/domain/ai/prices';
import type { Log } from '@copydesk/kit/log';
import { listen, type Running } from '@copydesk/kit/server';
import { createAccess } from './board/access.ts';
import { createBoard } from './board/listener.ts';
import { createBotName } from './messenger/bot.ts';
import type { Messenger } from './messenger/client.ts';
import type { Service } from './service.ts';

interface StartBoardOptions {
	readonly service: Service;
	readonly messenger: Messenger;
	readonly botToken: string;
	/** Under which address people open it. */
	readonly origin: string;
	readonly host: string;
	readonly port: number;
	readonly channelId: number;
	readonly prices: Prices | undefined;
	readonly approval: Approval;
	readonly log: Log;
}

export function startBoard({ service, messenger, botToken, host, port, ...options }: StartBoardOptions): Promise<Running> {
	const access = createAccess({ ...service, botToken });
	const board = createBoard({ ...options, parts: service, access, bot: createBotName(messenger) });
	return listen(board, host, port, options.log);
}
