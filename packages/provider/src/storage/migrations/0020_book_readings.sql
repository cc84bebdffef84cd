-- How far the pages of other books are read, so that a process that starts anew goes on there.
create table book_readings (
  chain_id bigint not null, book text not null, contract text not null, side text not null, cursor text not null,
  pages integer not null, primary key (chain_id, book, contract)
) partition by list (chain_id);
