// SPDX-License-Identifier: MIT
pragma solidity ^0.8.24;

struct PublicDrop {
    uint80 mintPrice;
    uint48 startTime;
    uint48 endTime;
    uint16 maxTotalMintableByWallet;
    uint16 feeBps;
    bool restrictFeeRecipients;
}

/// What a collection must have to be minted through SeaDrop.
interface IDropToken {
    function mintSeaDrop(address minter, uint256 quantity) external;
    function getMintStats(address minter)
        external
        view
        returns (uint256 minterNumMinted, uint256 currentTotalSupply, uint256 maxSupply);
}

/// SeaDrop-like: the public mint of OpenSea's SeaDrop 1.0, written for local chains by its published interface. Functions,
/// errors, events and the order of its checks are SeaDrop's; allow lists, signed mints and token gates are left out.
contract SeaDropLike {
    error NotActive(uint256 currentTimestamp, uint256 startTimestamp, uint256 endTimestamp);
    error MintQuantityCannotBeZero();
    error MintQuantityExceedsMaxMintedPerWallet(uint256 total, uint256 allowed);
    error MintQuantityExceedsMaxSupply(uint256 total, uint256 maxSupply);
    error FeeRecipientCannotBeZeroAddress();
    error FeeRecipientNotAllowed();
    error InvalidFeeBps(uint256 feeBps);
    error CreatorPayoutAddressCannotBeZeroAddress();
    error IncorrectPayment(uint256 got, uint256 want);
    error PayerNotAllowed();

    event SeaDropMint(
        address indexed nftContract,
        address indexed minter,
        address indexed feeRecipient,
        address payer,
        uint256 quantityMinted,
        uint256 unitMintPrice,
        uint256 feeBps,
        uint256 dropStageIndex
    );
    event PublicDropUpdated(address indexed nftContract, PublicDrop publicDrop);
    event CreatorPayoutAddressUpdated(address indexed nftContract, address indexed newPayoutAddress);
    event AllowedFeeRecipientUpdated(address indexed nftContract, address indexed feeRecipient, bool indexed allowed);
    event PayerUpdated(address indexed nftContract, address indexed payer, bool indexed allowed);

    mapping(address nftContract => PublicDrop) private _drops;
    mapping(address nftContract => address) private _payouts;
    mapping(address nftContract => address[]) private _feeRecipients;
    mapping(address nftContract => mapping(address account => bool)) private _isFeeRecipient;
    mapping(address nftContract => mapping(address account => bool)) private _isPayer;
    bool private _minting;

    function mintPublic(address nftContract, address feeRecipient, address minterIfNotPayer, uint256 quantity)
        external
        payable
    {
        PublicDrop memory drop = _drops[nftContract];
        if (block.timestamp < drop.startTime || block.timestamp > drop.endTime) {
            revert NotActive(block.timestamp, drop.startTime, drop.endTime);
        }
        uint256 price = drop.mintPrice;
        if (msg.value != quantity * price) revert IncorrectPayment(msg.value, quantity * price);
        address minter = minterIfNotPayer == address(0) ? msg.sender : minterIfNotPayer;
        if (minter != msg.sender && !_isPayer[nftContract][msg.sender]) revert PayerNotAllowed();
        _checkQuantity(nftContract, minter, quantity, drop.maxTotalMintableByWallet);
        if (feeRecipient == address(0)) revert FeeRecipientCannotBeZeroAddress();
        if (drop.restrictFeeRecipients && !_isFeeRecipient[nftContract][feeRecipient]) revert FeeRecipientNotAllowed();
        require(!_minting, "REENTRANCY");
        _minting = true;
        IDropToken(nftContract).mintSeaDrop(minter, quantity);
        if (price != 0) _pay(nftContract, feeRecipient, drop.feeBps);
        emit SeaDropMint(nftContract, minter, feeRecipient, msg.sender, quantity, price, drop.feeBps, 0);
        _minting = false;
    }

    function _checkQuantity(address nftContract, address minter, uint256 quantity, uint256 most) private view {
        if (quantity == 0) revert MintQuantityCannotBeZero();
        (uint256 minted, uint256 supply, uint256 maxSupply) = IDropToken(nftContract).getMintStats(minter);
        if (quantity + minted > most) revert MintQuantityExceedsMaxMintedPerWallet(quantity + minted, most);
        if (quantity + supply > maxSupply) revert MintQuantityExceedsMaxSupply(quantity + supply, maxSupply);
    }

    function _pay(address nftContract, address feeRecipient, uint256 feeBps) private {
        address payout = _payouts[nftContract];
        if (payout == address(0)) revert CreatorPayoutAddressCannotBeZeroAddress();
        uint256 fee = (msg.value * feeBps) / 10_000;
        if (fee > 0) _send(feeRecipient, fee);
        _send(payout, msg.value - fee);
    }

    function _send(address to, uint256 amount) private {
        (bool sent,) = to.call{value: amount}("");
        require(sent, "ETH_TRANSFER_FAILED");
    }

    function getPublicDrop(address nftContract) external view returns (PublicDrop memory) {
        return _drops[nftContract];
    }

    function getCreatorPayoutAddress(address nftContract) external view returns (address) {
        return _payouts[nftContract];
    }

    function getFeeRecipientIsAllowed(address nftContract, address feeRecipient) external view returns (bool) {
        return _isFeeRecipient[nftContract][feeRecipient];
    }

    function getAllowedFeeRecipients(address nftContract) external view returns (address[] memory) {
        return _feeRecipients[nftContract];
    }

    function getPayerIsAllowed(address nftContract, address payer) external view returns (bool) {
        return _isPayer[nftContract][payer];
    }

    /// The caller is the collection.
    function updatePublicDrop(PublicDrop calldata drop) external {
        if (drop.feeBps > 10_000) revert InvalidFeeBps(drop.feeBps);
        _drops[msg.sender] = drop;
        emit PublicDropUpdated(msg.sender, drop);
    }

    function updateCreatorPayoutAddress(address payout) external {
        if (payout == address(0)) revert CreatorPayoutAddressCannotBeZeroAddress();
        _payouts[msg.sender] = payout;
        emit CreatorPayoutAddressUpdated(msg.sender, payout);
    }

    function updateAllowedFeeRecipient(address feeRecipient, bool allowed) external {
        if (feeRecipient == address(0)) revert FeeRecipientCannotBeZeroAddress();
        if (allowed && !_isFeeRecipient[msg.sender][feeRecipient]) _feeRecipients[msg.sender].push(feeRecipient);
        _isFeeRecipient[msg.sender][feeRecipient] = allowed;
        emit AllowedFeeRecipientUpdated(msg.sender, feeRecipient, allowed);
    }

    function updatePayer(address payer, bool allowed) external {
        _isPayer[msg.sender][payer] = allowed;
        emit PayerUpdated(msg.sender, payer, allowed);
    }
}
