import { browser } from '../browser';
import type { Name, NameFrom, Reply, Request, Response } from './protocol';

/** The protocol comes in as types only: its schemas would cost a content script 80 kB. */

export const sendFromContent = <N extends NameFrom<'content'>>(
  name: N,
  request: Request<N>,
): Promise<Reply<Response<N>>> => send(name, request);

export const sendFromPage = <N extends NameFrom<'page'>>(
  name: N,
  request: Request<N>,
): Promise<Reply<Response<N>>> => send(name, request);

const send = async <N extends Name>(name: N, request: Request<N>): Promise<Reply<Response<N>>> =>
  await browser.runtime.sendMessage({ name, request });
